import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { findScheduled } from "./find-scheduled";

/** Takes a scheduled message back. */
export const cancelScheduled =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, scheduledId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const found = await findScheduled(tx, caller, scheduledId);
      if (isLeft(found)) return found;
      tx.append({ type: "scheduled_removed", userId: caller.userId, scheduledId });
      return right(undefined);
    });
