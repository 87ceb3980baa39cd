import * as E from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import { type LinkError, linkRefused } from "../../domain/login/link-refusals";
import { realmUrl } from "../../domain/realm/realm-address";
import { millisecondsIn } from "../../domain/units/time";
import type { LinkContents, LinkPurpose } from "../ports/login/link-contents";
import type { LinkTokens } from "../ports/login/link-tokens";

/** Ports for making and reading links in mails. */
export interface LinkPorts {
  readonly linkTokens: LinkTokens;
  /** The server's public URL. Available once the server listens. */
  readonly siteUrl: () => string;
}

/** How long links that users request for themselves stay valid. */
export const linkValidMilliseconds = millisecondsIn.day;

/** The URL of a page of the realm. */
export const linkTo = (
  { siteUrl }: Pick<LinkPorts, "siteUrl">,
  realm: { readonly subdomain: string },
  path = "",
): string => `${realmUrl(siteUrl(), realm)}${path}`;

/** Path of the page for choosing a new password. */
export const resetPath = "/accounts/password/reset";

/** The purposes whose tokens name their realm. */
type RealmLinkPurpose = {
  [Purpose in LinkPurpose]: LinkContents[Purpose] extends { readonly realm: RealmId } ? Purpose : never;
}[LinkPurpose];

/** The values in a token, if it was issued for this purpose and this realm. */
export const readLink = <Purpose extends RealmLinkPurpose>(
  { linkTokens }: Pick<LinkPorts, "linkTokens">,
  purpose: Purpose,
  realmId: RealmId,
  token: string,
): E.Either<LinkError, LinkContents[Purpose]> => {
  const values = linkTokens.read(purpose, token);
  if (values === undefined) return E.left(linkRefused("unknown"));
  return values.realm === realmId ? E.right(values) : E.left(linkRefused("elsewhere"));
};

/** Whether the token has expired. `now` is in Unix milliseconds. */
export const isLinkExpired = ({ expiresAt }: { readonly expiresAt: number }, now: number): boolean =>
  expiresAt <= now;
