import type { ChannelId, MessageId, UserId } from "../ids";
import { type ContentPart, hasContentPart } from "../messages/content-part";
import type { Message } from "../messages/message";
import { sortedUnique } from "../messages/message";
import type { Flag } from "../messages/read-state";
import { sameButCase } from "../text/fold-case";
import { resolvedPrefix } from "../topics/topic";
import { hasAll, parseSearch } from "./search-query";

/** One condition of a narrow, with its operand resolved to ids. */
export type NarrowTerm = { readonly negated: boolean } & (
  | { readonly operator: "channel"; readonly channelId: ChannelId }
  | { readonly operator: "channels"; readonly channelIds: readonly ChannelId[] }
  | { readonly operator: "topic"; readonly topic: string }
  /** Exactly these participants, including the reader. */
  | { readonly operator: "dm"; readonly participants: readonly UserId[] }
  /** At least these participants. With `onlyGroups`, conversations of three or more people only. */
  | { readonly operator: "dm-including"; readonly userIds: readonly UserId[]; readonly onlyGroups: boolean }
  | { readonly operator: "is-dm" }
  | { readonly operator: "is-resolved" }
  | { readonly operator: "sender"; readonly userId: UserId }
  | { readonly operator: "id"; readonly messageId: MessageId }
  /** Messages on which the user has one of these flags. */
  | { readonly operator: "flagged"; readonly userId: UserId; readonly flags: readonly Flag[] }
  /** Messages the user received and has not read. */
  | { readonly operator: "unread"; readonly userId: UserId }
  /** Messages in topics the user follows. */
  | { readonly operator: "followed"; readonly userId: UserId }
  /** Messages in topics the user muted, directly or through the channel. */
  | { readonly operator: "muted"; readonly userId: UserId }
  | { readonly operator: "has"; readonly what: ContentPart }
  | { readonly operator: "has-reaction" }
  | { readonly operator: "search"; readonly text: string }
  | { readonly operator: "anything" }
);

/** A message is in the narrow if it meets every term. API §4.9. */
export type Narrow = readonly NarrowTerm[];

/** How a user relates to a message: what a narrow needs in addition to the message. */
export interface ReaderView {
  isUnread(message: Message, userId: UserId): boolean;
  flagsOf(message: Message, userId: UserId): readonly Flag[];
  isFollowed(message: Message, userId: UserId): boolean;
  isMuted(message: Message, userId: UserId): boolean;
}

const meets = (term: NarrowTerm, message: Message, view: ReaderView): boolean => {
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
      return view.flagsOf(message, term.userId).some((flag) => term.flags.includes(flag));
    case "unread":
      return view.isUnread(message, term.userId);
    case "followed":
      return view.isFollowed(message, term.userId);
    case "muted":
      return view.isMuted(message, term.userId);
    case "has":
      return hasContentPart(message.renderedContent, term.what);
    case "has-reaction":
      return message.reactions.length > 0;
    case "search":
      return hasAll(parseSearch(term.text), `${message.topic} ${message.content}`);
    case "anything":
      return true;
  }
};

/** Whether the message meets every term. */
export const matches = (narrow: Narrow, message: Message, view: ReaderView): boolean =>
  narrow.every((term) => meets(term, message, view) !== term.negated);

/** The channels the narrow is limited to; undefined if it isn't limited to channels. */
export const channelsOf = (narrow: Narrow): readonly ChannelId[] | undefined =>
  narrow.flatMap((term) => {
    if (term.negated) return [];
    if (term.operator === "channel") return [[term.channelId]];
    return term.operator === "channels" ? [term.channelIds] : [];
  })[0];

/** The search text of the narrow, if any. */
export const searchOf = (narrow: Narrow): string | undefined => {
  const texts = narrow.flatMap((term) => (term.operator === "search" && !term.negated ? [term.text] : []));
  return texts.length > 0 ? texts.join(" ") : undefined;
};

/** The user whose unread messages the narrow is limited to, if any. */
export const unreadOf = (narrow: Narrow): number | undefined =>
  narrow.flatMap((term) => (term.operator === "unread" && !term.negated ? [term.userId] : []))[0];

/** The narrow without the term that limits it to a user's unread messages. */
export const besidesUnread = (narrow: Narrow): Narrow => {
  const userId = unreadOf(narrow);
  return narrow.filter((term) => term.operator !== "unread" || term.negated || term.userId !== userId);
};
