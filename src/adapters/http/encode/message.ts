import type { Message } from "../../../domain/message";
import type { RealmState } from "../../../domain/realm-state";
import { apiEmail, avatarUrl, type Reader } from "./user";

/** What a reader calls the empty topic when their client doesn't know it. API §4.1. */
export const emptyTopicName = "general chat";

/** A topic by the name that the client knows it by. */
export const topicName = (topic: string, allowEmptyTopic: boolean): string =>
  topic === "" && !allowEmptyTopic ? emptyTopicName : topic;

export interface MessageOptions {
  readonly reader: Reader;
  /** Whether content goes out as HTML; else as it was written. */
  readonly applyMarkdown: boolean;
  /** Whether the client knows that a topic may be empty. */
  readonly allowEmptyTopic: boolean;
}

/** A message as the API lists it, without flags. API §4.21. */
export const encodeMessage = (
  message: Message,
  state: RealmState,
  options: MessageOptions,
): Record<string, unknown> => {
  const { reader, applyMarkdown, allowEmptyTopic } = options;
  const { conversation } = message;
  const sender = state.users.get(message.senderId);
  const inChannel = conversation.kind === "channel";
  return {
    id: message.id,
    sender_id: message.senderId,
    content: applyMarkdown ? message.renderedContent : message.content,
    recipient_id: conversation.id,
    timestamp: message.sentAt,
    client: message.client,
    subject: inChannel ? topicName(message.topic, allowEmptyTopic) : message.topic,
    topic_links: [],
    is_me_message: message.content.startsWith("/me "),
    reactions: [],
    submessages: [],
    sender_full_name: sender?.fullName ?? "",
    sender_email: sender ? apiEmail(sender, reader) : "",
    sender_realm_str: reader.realm.subdomain,
    avatar_url: sender ? avatarUrl(sender, reader) : null,
    content_type: applyMarkdown ? "text/html" : "text/x-markdown",
    type: inChannel ? "stream" : "private",
    display_recipient: inChannel
      ? (state.channels.get(conversation.channelId)?.name ?? "")
      : conversation.participants.map((id) => encodeParticipant(id, state, reader)),
    ...(inChannel && { stream_id: conversation.channelId }),
  };
};

const encodeParticipant = (id: number, state: RealmState, reader: Reader): object => {
  const user = state.users.get(id);
  return {
    id,
    email: user ? apiEmail(user, reader) : "",
    full_name: user?.fullName ?? "",
    is_mirror_dummy: false,
  };
};
