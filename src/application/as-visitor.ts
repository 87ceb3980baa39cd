import type * as E from "fp-ts/Either";
import type { Task } from "fp-ts/Task";
import { type CallerError, realmDeactivated } from "../domain/caller-refusals";
import type { Acting } from "./caller";
import type { InTransaction, Transaction } from "./transaction";

/** Runs work in the realm's lane for somebody who isn't logged in. Refuses where the realm is deactivated. */
export const asVisitor =
  <Outcome extends E.Either<unknown, unknown>>(
    inTransaction: InTransaction,
    by: Acting,
    work: (tx: Transaction) => Promise<Outcome>,
  ): Task<Outcome | E.Left<CallerError>> =>
  () =>
    inTransaction(
      by,
      async (tx): Promise<Outcome | E.Left<CallerError>> =>
        tx.state.realm.isDeactivated ? { _tag: "Left", left: realmDeactivated } : work(tx),
    );
