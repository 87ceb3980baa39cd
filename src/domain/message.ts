import * as t from "io-ts";
import { entity, listOf, oneOf, some, tagged } from "./codec";
import { editSize, type MessageEdit, messageEditCodec } from "./message-edit";
import { sizeOf } from "./own-lists";
import { type Reaction, reactionCodec } from "./reaction";
import { type Submessage, submessageCodec } from "./submessage";

/** Where messages are: a channel (with topics) or a fixed set of people. */
export type Conversation =
  | { readonly kind: "channel"; readonly id: number; readonly channelId: number }
  | { readonly kind: "direct"; readonly id: number; readonly participants: readonly number[] };

/** A message as everyone sees it; what differs by reader (flags) is kept elsewhere. */
export interface Message {
  readonly id: number;
  readonly conversation: Conversation;
  /** Empty for direct messages, and for the channel's general chat. */
  readonly topic: string;
  readonly senderId: number;
  /** Markdown source, and what it becomes. */
  readonly content: string;
  readonly renderedContent: string;
  /** Of the renderer that made it: what an older one made is rendered again. */
  readonly rendererVersion: number;
  /** Unix seconds. */
  readonly sentAt: number;
  /** The program that sent it, by its User-Agent. */
  readonly client: string;
  /** Whether its sender had read it when it was sent: true where a person typed it. */
  readonly readBySender: boolean;
  /** In the order that they came in. */
  readonly reactions: readonly Reaction[];
  /** What was changed since, the first change first. */
  readonly edits: readonly MessageEdit[];
  /** What is attached to it, in the order that it came in. */
  readonly submessages: readonly Submessage[];
}

export const inChannelCodec = entity<Extract<Conversation, { kind: "channel" }>>({
  kind: oneOf("channel"),
  id: t.number,
  channelId: t.number,
});

export const conversationCodec = tagged<Conversation, "kind">("kind", {
  channel: inChannelCodec,
  direct: entity<Extract<Conversation, { kind: "direct" }>>({
    kind: oneOf("direct"),
    id: t.number,
    participants: listOf(t.number),
  }),
});

export const messageCodec = entity<Message>({
  id: t.number,
  conversation: conversationCodec,
  topic: t.string,
  senderId: t.number,
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

/** The bytes of what a message says and said, and of what is attached to it. */
export const messageSize = (message: Message): number =>
  sizeOf(message.content, message.renderedContent, ...message.submessages.map(({ content }) => content)) +
  message.edits.reduce((sum, edit) => sum + editSize(edit), 0);

/** What tells who has a message how, without what it says. */
export type MessageHead = Pick<Message, "id" | "conversation" | "topic" | "senderId" | "readBySender">;

export const messageHeadCodec = entity<MessageHead>(
  some(messageCodec.fields, "id", "conversation", "topic", "senderId", "readBySender"),
);

/** Lengths in code points. */
export const messageLimits = { contentLength: 10_000, topicLength: 60 } as const;
const truncationNotice = "\n[message truncated]";

/** Content as it is kept: trailing space dropped, no longer than the limit in code points. */
export const normalizeContent = (content: string): string => {
  const trimmed = content.trimEnd().replace(/^\n+/, "");
  const points = trimmed.length <= messageLimits.contentLength ? [] : [...trimmed];
  return points.length <= messageLimits.contentLength
    ? trimmed
    : points.slice(0, messageLimits.contentLength - truncationNotice.length).join("") + truncationNotice;
};

/** A topic as it is kept: trimmed, no longer than the limit, with an ellipsis where it was cut. */
export const normalizeTopic = (topic: string): string => {
  const points = [...topic.trim()];
  return points.length <= messageLimits.topicLength
    ? points.join("")
    : `${points.slice(0, messageLimits.topicLength - 3).join("")}...`;
};

/** Identifies a set of people whatever the order they are named in. */
export const participantsKey = (participants: Iterable<number>): string =>
  sortedUnique(participants).join(",");

/** The ids ascending, each once. */
export const sortedUnique = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);
