import * as t from "io-ts";
import { entity } from "../codec/codec";
import { type DomainId, domainIdCodec } from "../ids";

/** A mail domain whose users may join the realm. API §2.8. */
export interface AllowedDomain {
  readonly id: DomainId;
  /** Lower-case ASCII (IDNA). */
  readonly domain: string;
  readonly allowSubdomains: boolean;
}

export const allowedDomainCodec = entity<AllowedDomain>({
  id: domainIdCodec,
  domain: t.string,
  allowSubdomains: t.boolean,
});

/** Whether the address belongs to one of the domains. */
export const coversEmail = (domains: Iterable<AllowedDomain>, email: string): boolean => {
  const host = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return [...domains].some(
    ({ domain, allowSubdomains }) => host === domain || (allowSubdomains && host.endsWith(`.${domain}`)),
  );
};
