import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, linkRefused } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { CredentialReader } from "../ports/credentials";
import type { LinkTokens } from "../ports/link-tokens";
import { isOver, linkValidMilliseconds, readLink } from "../realm-links";

/** Follows from the password that is to be replaced: with a new one, older links end. */
const proofOf = (linkTokens: LinkTokens, hash: string | undefined): string =>
  linkTokens.proof("reset_password", hash ?? "none");

/** The token of a link by which a user sets a new password. */
export const resetToken = (
  linkTokens: LinkTokens,
  realmId: number,
  userId: number,
  hash: string | undefined,
  now: number,
): string =>
  linkTokens.write("reset_password", {
    ...{ realm: realmId, user: userId, expiresAt: now + linkValidMilliseconds },
    proof: proofOf(linkTokens, hash),
  });

/** The user who may choose a new password by a token. */
export const readReset = async (
  { linkTokens, credentials }: { readonly linkTokens: LinkTokens; readonly credentials: CredentialReader },
  state: RealmState,
  token: string,
  now: number,
): Promise<Either<ApiError, User>> => {
  const read = readLink({ linkTokens }, "reset_password", state.realm.id, token);
  if (isLeft(read)) return read;
  const values = read.right;
  const user = state.users.get(Number(values.user));
  if (!user?.isActive) return left(linkRefused("revoked"));
  const hash = await credentials.passwordHash(state.realm.id, user.id);
  if (values.proof !== proofOf(linkTokens, hash)) return left(linkRefused("used"));
  return isOver(values, now) ? left(linkRefused("expired")) : right(user);
};
