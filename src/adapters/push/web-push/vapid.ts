import { createECDH, hkdfSync } from "node:crypto";
import { LRUCache } from "lru-cache";
import { millisecondsIn } from "../../../domain/units/time";

/** The key pair that identifies this server to push services (RFC 8292); both halves in base64url. */
export interface VapidKey {
  /** The public key that browsers subscribe with: an uncompressed point. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The key pair derived from the server's secret, so that all nodes share it and none is stored. */
export const vapidKey = (secret: string): VapidKey => {
  const ecdh = createECDH("prime256v1");
  // A scalar beyond the curve's order isn't a valid key. The chance is 2^-32.
  for (let round = 0; ; round += 1) {
    const scalar = Buffer.from(hkdfSync("sha256", secret, "", `parley vapid ${round}`, 32));
    try {
      ecdh.setPrivateKey(scalar);
    } catch {
      continue;
    }
    return {
      publicKey: ecdh.getPublicKey("base64url"),
      privateKey: scalar.toString("base64url"),
    };
  }
};

/** A contact that push services accept. They refuse URLs without TLS. */
const contactOf = (siteUrl: string): string => {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === "https:" ? siteUrl : `mailto:postmaster@${hostname}`;
};

/** Authorizes requests to push services. Signing a header takes a millisecond; it serves its origin for an hour. */
export const vapidHeaders = ({ publicKey, privateKey }: VapidKey, siteUrl: () => string) => {
  const signed = new LRUCache<string, string>({ max: 1000, ttl: millisecondsIn.hour });
  return async ({ origin }: URL): Promise<string> => {
    const known = signed.get(origin);
    if (known !== undefined) return known;
    const { getVapidHeaders } = await import("web-push");
    const contact = contactOf(siteUrl());
    const header = getVapidHeaders(origin, contact, publicKey, privateKey, "aes128gcm").Authorization;
    signed.set(origin, header);
    return header;
  };
};
