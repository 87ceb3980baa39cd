import { type Signal, signal } from "@preact/signals-core";
import type { FlagsChanged, MessageMoved, ServerEvent } from "../wire/event";
import type { Message, Reaction } from "../wire/wire";
import { type HistoryEvent, isHistoryEvent } from "./history-event";
import { isSameButMark } from "./topic";

/** Flags that depend on the content; an edit sends them again. */
const isContentFlag = (flag: string): boolean => flag.endsWith("mentioned") || flag === "has_alert_word";

const isSame = (one: Reaction, other: Reaction): boolean =>
  one.user_id === other.user_id &&
  one.emoji_code === other.emoji_code &&
  one.reaction_type === other.reaction_type;

const react = (message: Message, event: Extract<ServerEvent, { type: "reaction" }>): Message => {
  const { user_id, emoji_name, emoji_code, reaction_type } = event;
  const reaction = { user_id, emoji_name, emoji_code, reaction_type };
  const others = message.reactions.filter((one) => !isSame(one, reaction));
  const isThere = others.length < message.reactions.length;
  if (event.op === "remove") return { ...message, reactions: others };
  return isThere ? message : { ...message, reactions: [...others, reaction] };
};

const attach = (message: Message, event: Extract<ServerEvent, { type: "submessage" }>): Message => {
  const { submessage_id: id, sender_id, msg_type, content } = event;
  const submessages = message.submessages.filter((one) => one.id !== id);
  return { ...message, submessages: [...submessages, { id, sender_id, msg_type, content }] };
};

const update = (message: Message, event: MessageMoved): Message => {
  const isMoved = event.new_stream_id !== undefined || event.subject !== undefined;
  // Resolving a topic doesn't count as moving.
  const isOnlyMarked =
    event.new_stream_id === undefined && isSameButMark(message.subject, event.subject ?? message.subject);
  const moved: Message = isMoved
    ? {
        ...message,
        subject: event.subject ?? message.subject,
        ...(event.new_stream_id !== undefined && { stream_id: event.new_stream_id }),
        ...(event.edit_timestamp !== undefined &&
          !isOnlyMarked && { last_moved_timestamp: event.edit_timestamp }),
      }
    : message;
  if (event.message_id !== message.id || event.rendered_content === undefined) return moved;
  const { match_content: _match, ...rest } = moved;
  const content = {
    ...rest,
    content: event.rendered_content,
    ...(event.is_me_message !== undefined && { is_me_message: event.is_me_message }),
  };
  if (event.rendering_only) return content;
  const flags = [
    ...message.flags.filter((flag) => !isContentFlag(flag)),
    ...event.flags.filter(isContentFlag),
  ];
  return {
    ...content,
    flags,
    ...(event.edit_timestamp !== undefined && { last_edit_timestamp: event.edit_timestamp }),
  };
};

const flagged = (message: Message, { op, flag }: FlagsChanged): Message => {
  if (message.flags.includes(flag) === (op === "add")) return message;
  const others = message.flags.filter((one) => one !== flag);
  return { ...message, flags: op === "add" ? [...others, flag] : others };
};

/** A message after an event; undefined if it is deleted. */
const nextMessage = (message: Message, event: HistoryEvent): Message | undefined => {
  switch (event.type) {
    case "update_message":
      return update(message, event);
    case "update_message_flags":
      return flagged(message, event);
    case "reaction":
      return react(message, event);
    case "submessage":
      return attach(message, event);
    case "delete_message":
      return undefined;
    default:
      return message;
  }
};

/** The messages an event is about. */
export const idsIn = (event: HistoryEvent): readonly number[] | "all" => {
  switch (event.type) {
    case "update_message":
      return [...new Set([event.message_id, ...event.message_ids])];
    case "update_message_flags":
      return event.all && event.flag === "read" && event.op === "add" ? "all" : event.messages;
    case "reaction":
    case "submessage":
      return [event.message_id];
    case "delete_message":
      return event.message_ids;
    default:
      return [];
  }
};

/** Messages by id, each in a signal of its own: changing one redraws one. */
export interface MessageStore {
  get(id: number): Message | undefined;
  /** A message as a signal, for views. */
  signalOf(id: number): Signal<Message | undefined>;
  /** Adds fetched messages; replaces those already there. */
  put(messages: readonly Message[]): void;
  apply(event: ServerEvent): void;
  /** Drops all others. */
  keep(ids: ReadonlySet<number>): void;
}

export const createMessageStore = (): MessageStore => {
  const signals = new Map<number, Signal<Message | undefined>>();
  const signalOf = (id: number): Signal<Message | undefined> => {
    const known = signals.get(id);
    if (known) return known;
    const added = signal<Message | undefined>(undefined);
    signals.set(id, added);
    return added;
  };
  return {
    get: (id) => signals.get(id)?.peek(),
    signalOf,
    put: (messages) => {
      for (const message of messages) signalOf(message.id).value = message;
    },
    apply: (event) => {
      if (!isHistoryEvent(event)) return;
      if (event.type === "message") {
        signalOf(event.message.id).value = { ...event.message, flags: event.flags };
        return;
      }
      const ids = idsIn(event);
      for (const id of ids === "all" ? signals.keys() : ids) {
        const known = signals.get(id);
        const message = known?.peek();
        if (known && message) known.value = nextMessage(message, event);
      }
    },
    keep: (ids) => {
      for (const id of signals.keys()) if (!ids.has(id)) signals.delete(id);
    },
  };
};
