import * as E from "fp-ts/Either";
import type { RealmId } from "../../../domain/ids";
import { type LinkError, linkRefused } from "../../../domain/login/link-refusals";
import { type LoginError, passwordLoginDisabled } from "../../../domain/login/refusals";
import { type LoginMethod, loginMethodsOf } from "../../../domain/realm/login-method";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { isLinkExpired, linkValidMilliseconds, readLink } from "../../links/realm-links";
import type { CredentialReader } from "../../ports/login/credentials";
import type { LinkTokens } from "../../ports/login/link-tokens";

/**
 * Derived from the old password and the address that the link was mailed to: changing either invalidates older links.
 */
const proofOf = (linkTokens: LinkTokens, { email }: User, hash: string | undefined): string =>
  linkTokens.proof("reset_password", `${hash ?? "none"} ${email}`);

/** The token of a link for setting a new password. */
export const resetToken = (
  linkTokens: LinkTokens,
  realmId: RealmId,
  user: User,
  hash: string | undefined,
  now: number,
): string =>
  linkTokens.write("reset_password", {
    realm: realmId,
    user: user.id,
    expiresAt: now + linkValidMilliseconds,
    proof: proofOf(linkTokens, user, hash),
  });

interface ResetPorts {
  readonly linkTokens: LinkTokens;
  readonly credentials: CredentialReader;
  readonly offeredLogins: readonly LoginMethod[];
}

/** Finds the user who may choose a new password with this token. */
export const readResetToken = async (
  { linkTokens, credentials, offeredLogins }: ResetPorts,
  state: RealmState,
  token: string,
  now: number,
): Promise<E.Either<LinkError | LoginError, User>> => {
  const read = readLink({ linkTokens }, "reset_password", state.realm.id, token);
  if (E.isLeft(read)) return read;
  if (!loginMethodsOf(offeredLogins, state.realm.settings).has("Email")) return E.left(passwordLoginDisabled);
  const values = read.right;
  const user = state.users.get(values.user);
  if (!user?.isActive) return E.left(linkRefused("revoked"));
  const hash = await credentials.passwordHash(state.realm.id, user.id);
  if (values.proof !== proofOf(linkTokens, user, hash)) return E.left(linkRefused("used"));
  return isLinkExpired(values, now) ? E.left(linkRefused("expired")) : E.right(user);
};
