import { isLeft, left, right } from "fp-ts/Either";
import { badRequest, notForGuests } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import { appendWithSight } from "../channels/sight-through-groups";
import type { InTransaction } from "../transaction";
import { checkSubgroupChange, type SubgroupChange } from "./check-subgroups";

/** Puts groups into a group, or takes them out; all of it or nothing. API §4.16. */
export const updateSubgroups =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, change: SubgroupChange): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      if (user.right.role === "guest") return left(notForGuests);
      if (change.add.length === 0 && change.remove.length === 0)
        return left(badRequest('Nothing to do. Specify at least one of "add" or "delete".'));
      const events = checkSubgroupChange(tx, user.right, change);
      if (isLeft(events)) return events;
      await appendWithSight(tx, events.right);
      return right(undefined);
    });
