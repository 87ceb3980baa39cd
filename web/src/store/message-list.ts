import { type Signal, signal } from "@preact/signals-core";
import { sameButCase } from "../../../src/domain/text/fold-case";
import type { MessageMoved, ServerEvent } from "../wire/event";
import type { Message } from "../wire/wire";
import { type HistoryEvent, isHistoryEvent } from "./history-event";
import type { MessageStore } from "./messages";
import { isIn, type Narrow } from "./narrow";
import { sortedIds } from "./place";

type ChannelEvent = Extract<ServerEvent, { type: "stream" }>;
type GroupEvent = Extract<ServerEvent, { type: "user_group" }>;

export type ListEnd = "oldest" | "newest";

/** The known messages of a narrow, without gaps. */
export interface Run {
  /** In ascending order. */
  readonly ids: readonly number[];
  readonly hasOldest: boolean;
  readonly hasNewest: boolean;
  /** Whether an event added messages that aren't known here, so that the list must be fetched again. */
  readonly isStale: boolean;
}

export interface MessageList {
  readonly narrow: Narrow;
  /** Undefined until something has been fetched. */
  readonly run: Signal<Run | undefined>;
  apply(event: ServerEvent): void;
}

const isWithin = ({ ids, hasOldest, hasNewest }: Run, id: number): boolean => {
  const first = ids[0];
  const last = ids.at(-1);
  if (first === undefined || last === undefined) return hasOldest && hasNewest;
  return (id >= first || hasOldest) && (id <= last || hasNewest);
};

/** Whether some of the messages are between those of the run, but not in it. */
const hasGap = (run: Run, ids: readonly number[]): boolean => {
  const known = new Set(run.ids);
  return ids.some((id) => isWithin(run, id) && !known.has(id));
};

const without = (run: Run, removed: readonly number[]): Run => {
  const gone = new Set(removed);
  const left = run.ids.filter((id) => !gone.has(id));
  return left.length === run.ids.length ? run : { ...run, ids: left };
};

const withId = (run: Run, id: number): Run => {
  if (run.ids.includes(id)) return run;
  const last = run.ids.at(-1);
  return { ...run, ids: last === undefined || id > last ? [...run.ids, id] : sortedIds([...run.ids, id]) };
};

/** The user who reads a list. */
export interface ListReader {
  readonly ownId: number;
  isSubscribed(channelId: number): boolean;
}

/** Keeps a narrow's messages up to date. The message store must have applied each event before. */
export const messageList = (narrow: Narrow, messageStore: MessageStore, reader: ListReader): MessageList => {
  const { ownId } = reader;
  const run = signal<Run | undefined>(undefined);
  const judge = (before: Run, message: Message): Run => {
    const isThere = isIn(narrow, message, ownId);
    if (isThere === true) return isWithin(before, message.id) ? withId(before, message.id) : before;
    return isThere === false ? without(before, [message.id]) : before;
  };
  /** Messages whose place or flags changed: some that aren't known here may now belong here. */
  const judgeAll = (before: Run, ids: readonly number[], mayBelong: boolean): Run => {
    const known = new Set(before.ids);
    const added: number[] = [];
    const removed: number[] = [];
    let { isStale } = before;
    for (const id of ids) {
      const message = messageStore.get(id);
      const isNew = !known.has(id);
      // A message known from its channel may still never have been received by the user.
      if (isNew && isOfReceived(narrow)) isStale ||= mayBelong && narrow.length > 0 && isWithin(before, id);
      else if (message) {
        const isThere = isIn(narrow, message, ownId);
        if (isThere === true && isNew && isWithin(before, id)) added.push(id);
        if (isThere === false) removed.push(id);
      } else isStale ||= mayBelong && isWithin(before, id);
    }
    const left = without(before, removed);
    const now = added.length === 0 ? left : { ...left, ids: sortedIds([...left.ids, ...added]) };
    return isStale === now.isStale ? now : { ...now, isStale };
  };
  const next = (before: Run, event: HistoryEvent): Run => {
    switch (event.type) {
      case "message":
        // Users receive their own messages to channels they aren't subscribed to, but only in those channels.
        if (
          event.message.stream_id !== undefined &&
          isOfReceived(narrow) &&
          !reader.isSubscribed(event.message.stream_id)
        )
          return before;
        return judge(before, { ...event.message, flags: event.flags });
      case "delete_message":
        return without(before, event.message_ids);
      case "update_message":
        // Only the server knows whether a message moved from another channel had been received there.
        if (event.new_stream_id !== undefined && mayHold(narrow, event))
          return { ...judgeAll(before, event.message_ids, false), isStale: true };
        return event.new_stream_id === undefined && event.subject === undefined && !hasFlagTerm(narrow)
          ? before
          : judgeAll(before, event.message_ids, mayHold(narrow, event));
      case "update_message_flags":
        // Marking a channel message as unread delivers it to a user who hadn't received it.
        if (event.flag === "read" && event.op === "remove" && isOfReceived(narrow))
          return hasGap(before, event.messages) ? { ...before, isStale: true } : before;
        // Messages stay in an unread list while the user reads them there.
        return hasFlagTerm(narrow) && event.flag !== "read" ? judgeAll(before, event.messages, true) : before;
      case "subscription":
        // The set of readable or received messages may have changed.
        return event.op === "add" || event.op === "remove" ? { ...before, isStale: true } : before;
      case "stream":
        return changesReach(event) && mayHoldAnyOf(narrow, channelsIn(event))
          ? { ...before, isStale: true }
          : before;
      case "user_group":
        return mayLetRead(event, ownId) && mayHoldChannels(narrow) ? { ...before, isStale: true } : before;
      default:
        return before;
    }
  };
  return {
    narrow,
    run,
    apply: (event) => {
      const before = run.peek();
      if (before && isHistoryEvent(event)) run.value = next(before, event);
    },
  };
};

/** Whether the event may change which messages are readable: a channel with messages became visible or hidden. */
const changesReach = (event: ChannelEvent): boolean => {
  if (event.op === "create") return event.streams.some((one) => one.first_message_id !== null);
  return event.op === "delete" || lettingRead.has(event.property);
};

/** Channel settings that let people who see the channel read it. */
const lettingRead: ReadonlySet<string> = new Set([
  "invite_only",
  "can_subscribe_group",
  "can_add_subscribers_group",
]);

/** Whether the event may add the user to the group or remove them from it: groups can give access to channels. */
const mayLetRead = (event: GroupEvent, ownId: number): boolean => {
  switch (event.op) {
    case "add":
      return event.group.members.includes(ownId) || event.group.direct_subgroup_ids.length > 0;
    case "update":
      return event.data.deactivated !== undefined;
    case "add_members":
    case "remove_members":
      return event.user_ids.includes(ownId);
    default:
      return true;
  }
};

const channelsIn = (event: ChannelEvent): readonly number[] => {
  if (event.op === "create") return event.streams.map(({ stream_id }) => stream_id);
  return event.op === "delete" ? event.stream_ids : [event.stream_id];
};

/** Whether the narrow may contain messages of any channel. */
const mayHoldChannels = (narrow: Narrow): boolean =>
  !narrow.some(({ operator, negated }) => operator === "dm" && !negated);

const mayHoldAnyOf = (narrow: Narrow, channelIds: readonly number[]): boolean =>
  mayHoldChannels(narrow) &&
  narrow.every(
    ({ operator, operand, negated }) =>
      operator !== "channel" || negated || channelIds.some((id) => id === operand),
  );

/** Whether moved messages may belong to the narrow, judging by their destination. */
const mayHold = (narrow: Narrow, event: MessageMoved): boolean =>
  narrow.every(({ operator, operand, negated }) => {
    if (negated) return true;
    if (operator === "dm") return false;
    if (operator === "channel") return operand === (event.new_stream_id ?? event.stream_id);
    const topic = event.subject ?? event.orig_subject;
    return operator !== "topic" || (topic !== undefined && sameButCase(topic, String(operand)));
  });

/** Whether the narrow contains only messages the user received: true if it names neither a channel nor a flag. */
const isOfReceived = (narrow: Narrow): boolean =>
  !narrow.some(({ operator, negated }) => !negated && (operator === "channel" || operator === "is"));

const hasFlagTerm = (narrow: Narrow): boolean => narrow.some(({ operator }) => operator === "is");
