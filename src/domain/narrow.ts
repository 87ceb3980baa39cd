import { sameButCase } from "./fold-case";
import type { Message } from "./message";
import { sortedUnique } from "./message";
import { type Had, hasIn } from "./message-content";
import type { Flag } from "./read-state";
import { hasAll, parseSearch } from "./search-query";

/** One condition of a narrow, with its operand already looked up. */
export type NarrowTerm = { readonly negated: boolean } & (
  | { readonly operator: "channel"; readonly channelId: number }
  | { readonly operator: "channels"; readonly channelIds: readonly number[] }
  | { readonly operator: "topic"; readonly topic: string }
  /** Exactly these people, the reader included. */
  | { readonly operator: "dm"; readonly participants: readonly number[] }
  /** At least these people; with others besides the reader, if only groups are meant. */
  | { readonly operator: "dm-including"; readonly userIds: readonly number[]; readonly onlyGroups: boolean }
  | { readonly operator: "is-dm" }
  | { readonly operator: "is-resolved" }
  | { readonly operator: "sender"; readonly userId: number }
  | { readonly operator: "id"; readonly messageId: number }
  /** What the reader has one of these flags on. */
  | { readonly operator: "flagged"; readonly userId: number; readonly flags: readonly Flag[] }
  /** What reached the reader and is not read. */
  | { readonly operator: "unread"; readonly userId: number }
  /** Topics that the reader follows. */
  | { readonly operator: "followed"; readonly userId: number }
  /** Topics that the reader has muted, by themselves or with their channel. */
  | { readonly operator: "muted"; readonly userId: number }
  | { readonly operator: "has"; readonly what: Had }
  | { readonly operator: "has-reaction" }
  | { readonly operator: "search"; readonly text: string }
  | { readonly operator: "anything" }
);

/** A message is in the narrow when it meets every term. API §4.9. */
export type Narrow = readonly NarrowTerm[];

/** What a narrow asks of a message besides the message itself. */
export interface Reading {
  isUnread(message: Message, userId: number): boolean;
  marksOf(message: Message, userId: number): readonly Flag[];
  isFollowed(message: Message, userId: number): boolean;
  isMuted(message: Message, userId: number): boolean;
}

/** How a topic is called that is done with. */
export const resolvedPrefix = "✔ ";

const meets = (term: NarrowTerm, message: Message, reading: Reading): boolean => {
  const { conversation } = message;
  switch (term.operator) {
    case "channel":
      return conversation.kind === "channel" && conversation.channelId === term.channelId;
    case "channels":
      return conversation.kind === "channel" && term.channelIds.includes(conversation.channelId);
    case "topic":
      return conversation.kind === "channel" && sameButCase(message.topic, term.topic);
    case "dm":
      return (
        conversation.kind === "direct" &&
        conversation.participants.join() === sortedUnique(term.participants).join()
      );
    case "dm-including":
      return (
        conversation.kind === "direct" &&
        term.userIds.every((id) => conversation.participants.includes(id)) &&
        (!term.onlyGroups || conversation.participants.length > 2)
      );
    case "is-dm":
      return conversation.kind === "direct";
    case "is-resolved":
      return conversation.kind === "channel" && message.topic.startsWith(resolvedPrefix);
    case "sender":
      return message.senderId === term.userId;
    case "id":
      return message.id === term.messageId;
    case "flagged":
      return reading.marksOf(message, term.userId).some((flag) => term.flags.includes(flag));
    case "unread":
      return reading.isUnread(message, term.userId);
    case "followed":
      return reading.isFollowed(message, term.userId);
    case "muted":
      return reading.isMuted(message, term.userId);
    case "has":
      return hasIn(message.renderedContent, term.what);
    case "has-reaction":
      return message.reactions.length > 0;
    case "search":
      return hasAll(parseSearch(term.text), `${message.topic} ${message.content}`);
    case "anything":
      return true;
  }
};

/** Whether the message meets all terms of the narrow. */
export const matches = (narrow: Narrow, message: Message, reading: Reading): boolean =>
  narrow.every((term) => meets(term, message, reading) !== term.negated);

/** The channels that the narrow is about; undefined where it is not about channels alone. */
export const channelsOf = (narrow: Narrow): readonly number[] | undefined =>
  narrow.flatMap((term) => {
    if (term.negated) return [];
    if (term.operator === "channel") return [[term.channelId]];
    return term.operator === "channels" ? [term.channelIds] : [];
  })[0];

/** What the narrow searches for, if it does. */
export const searchOf = (narrow: Narrow): string | undefined => {
  const texts = narrow.flatMap((term) => (term.operator === "search" && !term.negated ? [term.text] : []));
  return texts.length > 0 ? texts.join(" ") : undefined;
};

/** Whose unread messages the narrow is about, if it is about those alone. */
export const unreadOf = (narrow: Narrow): number | undefined =>
  narrow.flatMap((term) => (term.operator === "unread" && !term.negated ? [term.userId] : []))[0];
