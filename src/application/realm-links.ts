import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, linkRefused } from "../domain/errors";
import { realmUrl } from "../domain/realm-address";
import type { LinkPurpose, LinkTokens } from "./ports/link-tokens";

/** What links in mails are made from. */
export interface LinkPorts {
  readonly linkTokens: LinkTokens;
  /** Where people reach the server: known once it listens. */
  readonly siteUrl: () => string;
}

/** How long a link works that somebody asked for themselves, in milliseconds. */
export const linkValidMilliseconds = 86_400_000;

/** The address of one of a realm's pages. */
export const linkTo = (
  { siteUrl }: Pick<LinkPorts, "siteUrl">,
  realm: { readonly subdomain: string },
  path = "",
): string => `${realmUrl(siteUrl(), realm)}${path}`;

/** Where people choose a new password. */
export const resetPath = "/accounts/password/reset";

/** What a token holds that was written for this purpose and this realm. */
export const readLink = (
  { linkTokens }: Pick<LinkPorts, "linkTokens">,
  purpose: LinkPurpose,
  realmId: number,
  token: string,
): Either<ApiError, Readonly<Record<string, unknown>>> => {
  const values = linkTokens.read(purpose, token);
  if (values === undefined) return left(linkRefused("unknown"));
  return values.realm === realmId ? right(values) : left(linkRefused("elsewhere"));
};

/** Whether a token's time is over. */
export const isOver = (values: Readonly<Record<string, unknown>>, now: number): boolean =>
  Number(values.expiresAt) <= now;
