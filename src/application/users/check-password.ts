import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { passwordLimits } from "../../domain/password";
import type { RealmSettings } from "../../domain/realm-settings";
import type { CredentialReader } from "../ports/credentials";
import type { PasswordHasher } from "../ports/password-hasher";
import type { PasswordStrength } from "../ports/password-strength";

/** What an organization asks of passwords. */
type PasswordPolicy = Pick<RealmSettings, "passwordMinLength" | "passwordMinGuesses">;

/** A password that somebody may choose who is known by these words. */
export const checkPassword = async (
  strength: PasswordStrength,
  { passwordMinLength, passwordMinGuesses }: PasswordPolicy,
  password: string,
  known: readonly string[],
  message = "The password is too weak.",
): Promise<Either<ApiError, string>> => {
  const { length } = [...password];
  if (length >= passwordLimits.shortest && length < passwordMinLength)
    return left(badRequest(`The password is too short: at least ${passwordMinLength} characters.`));
  const isFit = length >= passwordMinLength && length <= passwordLimits.longest;
  // The estimate takes long where the password does: only fit ones are looked at.
  return isFit && (await strength.guessesFor(password, known)) >= passwordMinGuesses
    ? right(password)
    : left(badRequest(message));
};

interface Ports {
  readonly credentials: CredentialReader;
  readonly passwords: PasswordHasher;
}

/** Refuses a password that is among the user's last ones, where the organization asks for others. */
export const checkUnused = async (
  { credentials, passwords }: Ports,
  realmId: number,
  userId: number,
  { passwordHistory }: Pick<RealmSettings, "passwordHistory">,
  password: string,
): Promise<Either<ApiError, string>> => {
  if (passwordHistory === 0) return right(password);
  for (const hash of await credentials.lastPasswordHashes(realmId, userId, passwordHistory))
    if (await passwords.verify(hash, password))
      return left(badRequest("You had this password before. Choose another one."));
  return right(password);
};
