import { isHistoryEvent } from "../store/history-event";
import type { ServerEvent } from "../wire/event";
import { newKey } from "./outbox";

/** Where windows note that the stored messages lack events, under the key of the window that has those events. */
export const unstoredName = "parley-unkept";
export const ownKey = newKey();

/** Notes that the stored messages lack these events, in case this window closes before it has stored them. */
export const noteUnstored = (events: readonly ServerEvent[]): void => {
  try {
    if (events.some(isHistoryEvent)) localStorage[unstoredName] ??= ownKey;
  } catch {
    // Without room for a word, there is none for messages either.
  }
};
