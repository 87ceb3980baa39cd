import type { ServerEvent } from "../wire/event";

const types = [
  "message",
  "update_message",
  "update_message_flags",
  "delete_message",
  "reaction",
  "submessage",
  "subscription",
  "stream",
  "user_group",
] as const;

/** An event that changes messages, or which of them the user may read. */
export type HistoryEvent = Extract<ServerEvent, { type: (typeof types)[number] }>;

const known: ReadonlySet<string> = new Set(types);

/** Lists in memory and stored ones follow the same events, so neither misses what the other takes. */
export const isHistoryEvent = (event: ServerEvent): event is HistoryEvent => known.has(event.type);
