import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notForGuests } from "../../domain/caller-refusals";
import { emptySubgroupsUpdate, type GroupError } from "../../domain/groups/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { appendWithVisibility } from "../channels/shared/append-with-visibility";
import type { InTransaction } from "../transaction";
import { checkSubgroupChange, type SubgroupChange } from "./internal/check-subgroups";

/** Adds and removes subgroups of a group, all or none. API §4.16. */
export const updateSubgroups =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, change: SubgroupChange): TaskEither<CallerError | GroupError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      if (user.role === "guest") return E.left(notForGuests);
      if (change.add.length === 0 && change.remove.length === 0) return E.left(emptySubgroupsUpdate);
      const events = checkSubgroupChange(tx, user, change);
      if (E.isLeft(events)) return events;
      await appendWithVisibility(tx, events.right);
      return E.right(undefined);
    });
