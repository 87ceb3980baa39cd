import type { Draft, Reminder, ScheduledMessage } from "../wire/wire";
import { directPlace, type Place, topicPlace } from "./place";
import { mapBy, type Slice, withEntries, withEntry, withoutEntries } from "./slice";

/** The user's drafts, by id. */
export const drafts: Slice<ReadonlyMap<number, Draft>> = {
  start: ({ drafts: list }) => mapBy(list, ({ id }) => id),
  next: (state, event) => {
    if (event.type !== "drafts") return state;
    switch (event.op) {
      case "add":
        return withEntries(
          state,
          mapBy(event.drafts, ({ id }) => id),
        );
      case "update":
        return withEntry(state, event.draft.id, event.draft);
      case "remove":
        return withoutEntries(state, [event.draft_id]);
    }
  },
};

/** The user's scheduled messages, by id. */
export const scheduled: Slice<ReadonlyMap<number, ScheduledMessage>> = {
  start: ({ scheduled_messages: list }) => mapBy(list, (one) => one.scheduled_message_id),
  next: (state, event) => {
    if (event.type !== "scheduled_messages") return state;
    switch (event.op) {
      case "add":
        return withEntries(
          state,
          mapBy(event.scheduled_messages, (one) => one.scheduled_message_id),
        );
      case "update":
        return withEntry(state, event.scheduled_message.scheduled_message_id, event.scheduled_message);
      case "remove":
        return withoutEntries(state, [event.scheduled_message_id]);
    }
  },
};

/** The user's reminders, by id. */
export const reminders: Slice<ReadonlyMap<number, Reminder>> = {
  start: ({ reminders: list }) => mapBy(list, (one) => one.reminder_id),
  next: (state, event) => {
    if (event.type !== "reminders") return state;
    return event.op === "add"
      ? withEntries(
          state,
          mapBy(event.reminders, (one) => one.reminder_id),
        )
      : withoutEntries(state, [event.reminder_id]);
  },
};

/** The place a draft is addressed to; undefined if there is none yet. */
export const placeOfUnsent = (one: Draft | ScheduledMessage, ownId: number): Place | undefined => {
  const to = typeof one.to === "number" ? [one.to] : one.to;
  const [first] = to;
  if (one.type === "" || first === undefined) return undefined;
  return one.type === "stream" ? topicPlace(first, one.topic ?? "") : directPlace([...to, ownId]);
};
