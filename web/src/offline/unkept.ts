import type { ServerEvent } from "../wire/event";
import { newKey } from "./outbox";

/** Where windows note that the stored messages lack events, under the key of the window that has those events. */
export const unkeptName = "parley-unkept";
export const ownKey = newKey();

/** Events that change stored messages, or who may read them. */
const relevant: ReadonlySet<ServerEvent["type"]> = new Set([
  "message",
  "update_message",
  "update_message_flags",
  "delete_message",
  "reaction",
  "submessage",
  "subscription",
  "stream",
  "user_group",
]);

export const isRelevant = ({ type }: ServerEvent): boolean => relevant.has(type);

/** Notes that the stored messages lack these events, in case this window closes before it has stored them. */
export const noteUnkept = (events: readonly ServerEvent[]): void => {
  try {
    if (events.some(isRelevant)) localStorage[unkeptName] ??= ownKey;
  } catch {
    // Without room for a word, there is none for messages either.
  }
};
