import * as E from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import { takeBack } from "../../domain/state/apply";
import type { RealmState } from "../../domain/state/realm-state";
import type { EventLog } from "../ports/events/event-log";

/** The most changes to revert when reconstructing an old state. */
const mostUndone = 5000;

/**
 * The state at a position, reconstructed from a newer one by the stored undos; undefined if they are pruned,
 * too many or unreadable.
 */
export const pastState = async (
  eventLog: Pick<EventLog, "forgotten" | "undosAfter">,
  realmId: RealmId,
  newest: RealmState,
  position: number,
): Promise<RealmState | undefined> => {
  if (position < (await eventLog.forgotten(realmId))) return undefined;
  const undos = await eventLog.undosAfter(realmId, position, newest.position, mostUndone + 1);
  if (E.isLeft(undos) || undos.right.length > mostUndone) return undefined;
  return undos.right
    .toReversed()
    .reduce((state, undo) => takeBack(state, undo), newest)
    .at(position);
};
