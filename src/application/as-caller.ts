import { type Either, isLeft } from "fp-ts/Either";
import type { ApiError } from "../domain/errors";
import type { RealmState } from "../domain/state/realm-state";
import type { User } from "../domain/users/user";
import { administratorIn, type Caller, callerIn, ownerIn, type Result } from "./caller";
import type { RealmDirectory } from "./held-realms/realm-directory";
import type { InTransaction, Transaction } from "./transaction";

type FindCaller = (state: RealmState, caller: Caller) => Either<ApiError, User>;

const changeAs =
  (find: FindCaller) =>
  <A>(
    inTransaction: InTransaction,
    caller: Caller,
    work: (tx: Transaction, user: User) => Promise<Either<ApiError, A>>,
  ): Result<A> =>
    inTransaction(caller, (tx) => async () => {
      const user = find(tx.state, caller);
      return isLeft(user) ? user : work(tx, user.right);
    });

/**
 * Runs work in the realm's lane with the caller as stored at that moment. Refuses a caller whose account or realm is
 * deactivated.
 */
export const asCaller = changeAs(callerIn);

/** Like `asCaller`, and refuses everyone below administrators. */
export const asAdministrator = changeAs(administratorIn);

/** Like `asCaller`, and refuses everyone but owners. */
export const asOwner = changeAs(ownerIn);

const readAs =
  (find: FindCaller) =>
  <A>(
    directory: RealmDirectory,
    caller: Caller,
    read: (state: RealmState, user: User) => Promise<Either<ApiError, A>>,
  ): Result<A> =>
  async () => {
    const state = await directory.stateOf(caller.realmId);
    const user = find(state, caller);
    return isLeft(user) ? user : read(state, user.right);
  };

/** Reads for the caller from the current state. Refuses a caller whose account or realm is deactivated. */
export const readAsCaller = readAs(callerIn);

/** Like `readAsCaller`, and refuses everyone below administrators. */
export const readAsAdministrator = readAs(administratorIn);

/** Like `readAsCaller`, and refuses everyone but owners. */
export const readAsOwner = readAs(ownerIn);
