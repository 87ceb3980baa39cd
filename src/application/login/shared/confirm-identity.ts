import * as E from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import { type LimitError, tooManyTries } from "../../../domain/limit-refusals";
import {
  confirmationCodeMissing,
  confirmationPasswordMissing,
  confirmationPasswordWrong,
  type LoginError,
} from "../../../domain/login/refusals";
import type { User } from "../../../domain/users/user";
import { actingAs } from "../../as-caller";
import type { Caller } from "../../caller";
import type { CredentialReader } from "../../ports/login/credentials";
import type { PasswordHasher } from "../../ports/login/password-hasher";
import type { Throttle } from "../../ports/system/throttle";
import type { Transaction } from "../../transaction";
import { type CodePorts, checkCode } from "./check-code";
import type { Confirmation } from "./confirmation";
import { findConfirmationMethod } from "./find-confirmation-method";

interface PasswordPorts {
  readonly credentials: CredentialReader;
  readonly passwords: PasswordHasher;
  readonly throttle: Throttle;
}

export type ConfirmationPorts = PasswordPorts & CodePorts;

export type Who = Pick<Caller, "realmId" | "userId">;

/** What a user has proved: the password with this hash, or something else. */
export interface Proof {
  readonly passwordHash: string | undefined;
}

/** Whether the proved password is still current: another one may be set during the slow check. */
export const isStillProved = async (
  credentials: Pick<CredentialReader, "passwordHash">,
  { realmId, userId }: Who,
  { passwordHash }: Proof,
): Promise<boolean> =>
  passwordHash === undefined || (await credentials.passwordHash(realmId, userId)) === passwordHash;

/** Like `actingAs`, for a caller who has just confirmed their identity. Refuses if the proved password has changed. */
export const actingAsProved = <Outcome extends E.Either<unknown, unknown>>(
  caller: Caller,
  proof: Proof,
  work: (tx: Transaction, user: User) => Promise<Outcome>,
): ((tx: Transaction) => Promise<Outcome | E.Left<CallerError> | E.Either<LoginError, never>>) =>
  actingAs(caller, async (tx, user) =>
    (await isStillProved(tx.credentials, caller, proof)) ? work(tx, user) : E.left(confirmationPasswordWrong),
  );

/** Returns the hash of the user's password if the given one is correct; undefined otherwise. Throttles guesses. */
export const checkOwnPassword = async (
  { credentials, passwords, throttle }: PasswordPorts,
  { realmId, userId }: Who,
  password: string,
): Promise<E.Either<LimitError, string | undefined>> => {
  const guesses = `${realmId} ${userId}`;
  const wait = await throttle.take("password", guesses);
  if (wait !== undefined) return E.left(tooManyTries(wait));
  const hash = await credentials.passwordHash(realmId, userId);
  const isRight = await passwords.verify(hash, password);
  if (isRight) await throttle.forget("password", guesses);
  return E.right(isRight ? hash : undefined);
};

/**
 * Makes a logged-in user confirm their identity, so that an unattended browser gives nothing away. Users with neither
 * a password nor a second factor pass, and so do callers with the API key.
 */
export const confirmIdentity = async (
  ports: ConfirmationPorts,
  who: Who,
  confirmation: Confirmation | "has the key",
): Promise<E.Either<LimitError | LoginError, Proof>> => {
  if (confirmation === "has the key") return E.right({ passwordHash: undefined });
  const { password, code } = confirmation;
  const way = await findConfirmationMethod(ports)(who);
  if (way === "nothing") return E.right({ passwordHash: undefined });
  if (way === "code") {
    if (code === undefined) return E.left(confirmationCodeMissing);
    const checked = await checkCode(ports, who.realmId, who.userId, code);
    return E.isLeft(checked) ? checked : E.right({ passwordHash: undefined });
  }
  if (password === undefined) return E.left(confirmationPasswordMissing);
  const hash = await checkOwnPassword(ports, who, password);
  if (E.isLeft(hash)) return hash;
  return hash.right === undefined ? E.left(confirmationPasswordWrong) : E.right({ passwordHash: hash.right });
};
