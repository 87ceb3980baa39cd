import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, linkRefused, passwordLoginDisabled } from "../../domain/errors";
import { type LoginMethod, loginMethodsOf } from "../../domain/login-method";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { CredentialReader } from "../ports/credentials";
import type { LinkTokens } from "../ports/link-tokens";
import { isOver, linkValidMilliseconds, readLink } from "../realm-links";

/**
 * Follows from the password that is to be replaced and from the address that the link was mailed to: with a new one
 * of either, older links end.
 */
const proofOf = (linkTokens: LinkTokens, { email }: User, hash: string | undefined): string =>
  linkTokens.proof("reset_password", `${hash ?? "none"} ${email}`);

/** The token of a link by which a user sets a new password. */
export const resetToken = (
  linkTokens: LinkTokens,
  realmId: number,
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

/** The user who may choose a new password by a token. */
export const readReset = async (
  { linkTokens, credentials, offeredLogins }: ResetPorts,
  state: RealmState,
  token: string,
  now: number,
): Promise<Either<ApiError, User>> => {
  const read = readLink({ linkTokens }, "reset_password", state.realm.id, token);
  if (isLeft(read)) return read;
  if (!loginMethodsOf(offeredLogins, state.realm.settings).has("Email")) return left(passwordLoginDisabled);
  const values = read.right;
  const user = state.users.get(Number(values.user));
  if (!user?.isActive) return left(linkRefused("revoked"));
  const hash = await credentials.passwordHash(state.realm.id, user.id);
  if (values.proof !== proofOf(linkTokens, user, hash)) return left(linkRefused("used"));
  return isOver(values, now) ? left(linkRefused("expired")) : right(user);
};
