import * as E from "fp-ts/Either";
import type { RealmId, UserId } from "../../../domain/ids";
import { passwordLimits } from "../../../domain/passwords/password";
import {
  type PasswordError,
  passwordTooShort,
  passwordTooWeak,
  passwordUsedBefore,
} from "../../../domain/passwords/refusals";
import type { RealmSettings } from "../../../domain/realm/realm-settings";
import type { CredentialReader } from "../../ports/login/credentials";
import type { PasswordHasher } from "../../ports/login/password-hasher";
import type { PasswordStrength } from "../../ports/login/password-strength";

/** An organization's requirements on passwords. */
type PasswordPolicy = Pick<RealmSettings, "passwordMinLength" | "passwordMinGuesses">;

/**
 * Checks the length and strength of a new password. `known` are words that others know about the user: passwords
 * that contain them are easier to guess.
 */
export const checkPassword = async (
  strength: PasswordStrength,
  { passwordMinLength, passwordMinGuesses }: PasswordPolicy,
  password: string,
  known: readonly string[],
  tooWeak: PasswordError = passwordTooWeak,
): Promise<E.Either<PasswordError, string>> => {
  const { length } = [...password];
  if (length >= passwordLimits.shortest && length < passwordMinLength)
    return E.left(passwordTooShort(passwordMinLength));
  const isFit = length >= passwordMinLength && length <= passwordLimits.longest;
  // Estimating takes longer for longer passwords: only those of a valid length are estimated.
  return isFit && (await strength.guessesFor(password, known)) >= passwordMinGuesses
    ? E.right(password)
    : E.left(tooWeak);
};

interface Ports {
  readonly credentials: CredentialReader;
  readonly passwords: PasswordHasher;
}

/** Refuses one of the user's last passwords, if the organization remembers them. */
export const checkPasswordHistory = async (
  { credentials, passwords }: Ports,
  realmId: RealmId,
  userId: UserId,
  { passwordHistory }: Pick<RealmSettings, "passwordHistory">,
  password: string,
): Promise<E.Either<PasswordError, string>> => {
  if (passwordHistory === 0) return E.right(password);
  for (const hash of await credentials.lastPasswordHashes(realmId, userId, passwordHistory))
    if (await passwords.verify(hash, password)) return E.left(passwordUsedBefore);
  return E.right(password);
};
