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
import type { Preparation } from "../../prepared-outside";

/** An organization's requirements on passwords. */
type PasswordPolicy = Pick<RealmSettings, "passwordHistory" | "passwordMinGuesses" | "passwordMinLength">;

/**
 * Checks the length and strength of a new password. `known` are words that others know about the user: passwords
 * that contain them are easier to guess.
 */
export const checkPassword = async (
  strength: PasswordStrength,
  { passwordMinLength, passwordMinGuesses }: Omit<PasswordPolicy, "passwordHistory">,
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

/** Refuses one of the user's last passwords, if the organization remembers them. */
const checkPasswordHistory = async (
  { credentials, passwords }: HolderPorts,
  { realmId, userId }: Holder,
  { passwordHistory }: PasswordPolicy,
  password: string,
): Promise<E.Either<PasswordError, string>> => {
  if (passwordHistory === 0) return E.right(password);
  for (const hash of await credentials.lastPasswordHashes(realmId, userId, passwordHistory))
    if (await passwords.verify(hash, password)) return E.left(passwordUsedBefore);
  return E.right(password);
};

interface NewcomerPorts {
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
}

interface HolderPorts extends NewcomerPorts {
  readonly credentials: CredentialReader;
}

interface Holder {
  readonly realmId: RealmId;
  readonly userId: UserId;
}

interface NewPassword {
  readonly password: string;
  /** Words that others know about the user. */
  readonly known: readonly string[];
  readonly tooWeak?: PasswordError;
}

const basisOf = (
  { passwordHistory, passwordMinGuesses, passwordMinLength }: PasswordPolicy,
  { known }: NewPassword,
): unknown => [passwordHistory, passwordMinGuesses, passwordMinLength, known];

/** The hash of a newcomer's password, if it meets the organization's requirements. Checking and hashing are slow. */
export const preparePassword = (
  { passwords, passwordStrength }: NewcomerPorts,
  policy: PasswordPolicy,
  chosen: NewPassword,
  checkHistory = async (): Promise<E.Either<PasswordError, string>> => E.right(chosen.password),
): Preparation<E.Either<PasswordError, string>> => ({
  basis: basisOf(policy, chosen),
  make: async () => {
    const { password, known, tooWeak } = chosen;
    const fit = await checkPassword(passwordStrength, policy, password, known, tooWeak);
    if (E.isLeft(fit)) return fit;
    const unused = await checkHistory();
    return E.isLeft(unused) ? unused : E.right(await passwords.hash(password));
  },
});

/** Like `preparePassword`, for somebody who may have had passwords before. */
export const prepareNextPassword = (
  ports: HolderPorts,
  policy: PasswordPolicy,
  holder: Holder,
  chosen: NewPassword,
): Preparation<E.Either<PasswordError, string>> =>
  preparePassword(ports, policy, chosen, () => checkPasswordHistory(ports, holder, policy, chosen.password));
