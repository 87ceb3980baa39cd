import * as E from "fp-ts/Either";
import type { Task } from "fp-ts/Task";
import type { CallerError } from "../domain/caller-refusals";
import type { RealmState } from "../domain/state/realm-state";
import type { User } from "../domain/users/user";
import { administratorIn, type Caller, callerIn, ownerIn } from "./caller";
import type { RealmDirectory } from "./held-realms/realm-directory";
import type { InTransaction, Transaction } from "./transaction";

type FindCaller = (state: RealmState, caller: Caller) => E.Either<CallerError, User>;

const actAs =
  (find: FindCaller) =>
  <Outcome extends E.Either<unknown, unknown>>(
    caller: Caller,
    work: (tx: Transaction, user: User) => Promise<Outcome>,
  ) =>
  async (tx: Transaction): Promise<Outcome | E.Left<CallerError>> => {
    const user = find(tx.state, caller);
    return E.isLeft(user) ? user : work(tx, user.right);
  };

/** Transaction work for the caller as stored at that moment, for use cases that do more than `asCaller`. */
export const actingAs = actAs(callerIn);

/** Like `actingAs`, and refuses everyone below administrators. */
export const actingAsAdministrator = actAs(administratorIn);

const changeAs =
  (find: FindCaller) =>
  <Outcome extends E.Either<unknown, unknown>>(
    inTransaction: InTransaction,
    caller: Caller,
    work: (tx: Transaction, user: User) => Promise<Outcome>,
  ): Task<Outcome | E.Left<CallerError>> =>
  () =>
    inTransaction(caller, actAs(find)(caller, work));

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
  (find: FindCaller, stateFor: "stateOf" | "newest" = "stateOf") =>
  <Outcome extends E.Either<unknown, unknown>>(
    directory: RealmDirectory,
    caller: Caller,
    read: (state: RealmState, user: User) => Promise<Outcome>,
  ): Task<Outcome | E.Left<CallerError>> =>
  async () => {
    const state = await directory[stateFor](caller.realmId);
    const user = find(state, caller);
    return E.isLeft(user) ? user : read(state, user.right);
  };

/** Reads for the caller from the current state. Refuses a caller whose account or realm is deactivated. */
export const readAsCaller = readAs(callerIn);

/** Like `readAsCaller`, from a state with everything that any node has committed. */
export const readNewestAsCaller = readAs(callerIn, "newest");

/** Like `readAsCaller`, and refuses everyone below administrators. */
export const readAsAdministrator = readAs(administratorIn);

/** Like `readNewestAsCaller`, and refuses everyone below administrators. */
export const readNewestAsAdministrator = readAs(administratorIn, "newest");

/** Like `readAsCaller`, and refuses everyone but owners. */
export const readAsOwner = readAs(ownerIn);
