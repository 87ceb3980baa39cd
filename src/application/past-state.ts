import type { RealmState } from "../domain/realm-state";
import { takeBack } from "../domain/state/apply";
import type { EventLog } from "./ports/event-log";

/** The most changes of a state that are taken back to find an old one. */
const mostUndone = 5000;

/**
 * The state at a position, found from a newer one by what the log tells of each change; undefined where that is
 * forgotten, too much or can't be read.
 */
export const pastState = async (
  eventLog: Pick<EventLog, "forgotten" | "undosAfter">,
  realmId: number,
  newest: RealmState,
  position: number,
): Promise<RealmState | undefined> => {
  if (position < (await eventLog.forgotten(realmId))) return undefined;
  const undos = await eventLog.undosAfter(realmId, position, newest.position, mostUndone + 1);
  if (undos === undefined || undos.length > mostUndone) return undefined;
  return undos
    .toReversed()
    .reduce((state, undo) => takeBack(state, undo), newest)
    .at(position);
};
