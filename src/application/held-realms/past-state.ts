import * as E from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import { takeBack } from "../../domain/state/apply";
import type { RealmState } from "../../domain/state/realm-state";
import type { EventLog } from "../ports/events/event-log";

/**
 * The most changes to revert when reconstructing an old state, and their length in characters of JSON. One user who makes as many
 * calls as they may takes 20 minutes for them: until then, nobody's queue ends because of that user.
 */
export const mostUndone = 40_000;
export const mostUndoLength = 128_000_000;
/** Undos that are decoded and applied in one turn of the event loop. */
const pageSize = 200;

/**
 * The state at a position, reconstructed from a newer one by the stored undos; undefined if they are pruned,
 * too many, too long or unreadable. It takes back a page of them at a time, because other requests run in between.
 */
export const pastState = async (
  eventLog: Pick<EventLog, "prunedUpTo" | "undos">,
  realmId: RealmId,
  newer: RealmState,
  position: number,
): Promise<RealmState | undefined> => {
  if (position < (await eventLog.prunedUpTo(realmId))) return undefined;
  let state = newer;
  let upTo = newer.position;
  let undone = 0;
  let length = 0;
  for (;;) {
    const page = await eventLog.undos(realmId, position, upTo, pageSize);
    if (E.isLeft(page)) return undefined;
    const last = page.right.at(-1);
    if (last === undefined) break;
    undone += page.right.length;
    for (const undo of page.right) length += undo.length;
    if (undone > mostUndone || length > mostUndoLength) return undefined;
    for (const { changes } of page.right) state = takeBack(state, changes);
    upTo = last.position - 1;
  }
  // The oldest may have been pruned by now.
  return position < (await eventLog.prunedUpTo(realmId)) ? undefined : state.at(position);
};
