import * as t from "io-ts";
import { entity, listOf, oneOf, some } from "../codec/codec";
import { tagged } from "../codec/tagged";
import {
  type ChannelId,
  type ConversationId,
  channelIdCodec,
  conversationIdCodec,
  type MessageId,
  messageIdCodec,
  type UserId,
  userIdCodec,
} from "../ids";
import { type MessageEdit, messageEditCodec } from "./message-edit";
import { type Reaction, reactionCodec } from "./reaction";
import { type Submessage, submessageCodec } from "./submessage";

/** Where a message was sent: to a channel, which has topics, or to a fixed set of users. */
export type Conversation =
  | { readonly kind: "channel"; readonly id: ConversationId; readonly channelId: ChannelId }
  | { readonly kind: "direct"; readonly id: ConversationId; readonly participants: readonly UserId[] };

/** A message as every reader sees it. Flags, which differ by reader, are stored separately. */
export interface Message {
  readonly id: MessageId;
  readonly conversation: Conversation;
  /** Empty for direct messages, and for the channel's general chat. */
  readonly topic: string;
  readonly senderId: UserId;
  /** Markdown source. */
  readonly content: string;
  /** HTML. */
  readonly renderedContent: string;
  /** Version of the renderer that produced the HTML. Older output is rendered again. */
  readonly rendererVersion: number;
  /** Unix seconds. */
  readonly sentAt: number;
  /** The sending client, from its User-Agent. */
  readonly client: string;
  /** Whether the message is read for its sender on arrival: true if a person typed it. */
  readonly readBySender: boolean;
  /** Oldest first. */
  readonly reactions: readonly Reaction[];
  /** Oldest first. */
  readonly edits: readonly MessageEdit[];
  /** Oldest first. */
  readonly submessages: readonly Submessage[];
}

export const inChannelCodec = entity<Extract<Conversation, { kind: "channel" }>>({
  kind: oneOf("channel"),
  id: conversationIdCodec,
  channelId: channelIdCodec,
});

export const conversationCodec = tagged<Conversation, "kind">("kind", {
  channel: inChannelCodec,
  direct: entity<Extract<Conversation, { kind: "direct" }>>({
    kind: oneOf("direct"),
    id: conversationIdCodec,
    participants: listOf(userIdCodec),
  }),
});

export const messageCodec = entity<Message>({
  id: messageIdCodec,
  conversation: conversationCodec,
  topic: t.string,
  senderId: userIdCodec,
  content: t.string,
  renderedContent: t.string,
  rendererVersion: t.number,
  sentAt: t.number,
  client: t.string,
  readBySender: t.boolean,
  reactions: listOf(reactionCodec),
  edits: listOf(messageEditCodec),
  submessages: listOf(submessageCodec),
});

/** The version of content that is shown as written, until the next opportunity to render it. */
export const neverRendered = 0;

/** The part of a message that decides who can read it and how, without content. */
export type MessageHead = Pick<
  Message,
  "id" | "conversation" | "topic" | "senderId" | "sentAt" | "readBySender"
>;

export const messageHeadCodec = entity<MessageHead>(
  some(messageCodec.fields, "id", "conversation", "topic", "senderId", "sentAt", "readBySender"),
);

/** Lengths in code points. */
export const messageLimits = { contentLength: 10_000 } as const;
const truncationNotice = "\n[message truncated]";

/**
 * Content as it is stored: without trailing whitespace or leading newlines, and without halves of characters, which other
 * servers' JSON may hold and databases refuse; cut at the limit.
 */
export const normalizeContent = (content: string): string => {
  const trimmed = content.trimEnd().replace(/^\n+/, "").toWellFormed();
  const points = trimmed.length <= messageLimits.contentLength ? [] : [...trimmed];
  return points.length <= messageLimits.contentLength
    ? trimmed
    : points.slice(0, messageLimits.contentLength - truncationNotice.length).join("") + truncationNotice;
};

/** A key for a set of users, independent of order. */
export const participantsKey = (participants: Iterable<UserId>): string =>
  sortedUnique(participants).join(",");

/** Ascending, without duplicates. */
export const sortedUnique = <Id extends number>(ids: Iterable<Id>): Id[] =>
  [...new Set(ids)].sort((a, b) => a - b);
