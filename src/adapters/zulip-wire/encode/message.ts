import type { TopicLinkFinder } from "../../../application/ports/topics/topic-link-finder";
import type { UserId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import { type MessageEdit, withoutContentEdits } from "../../../domain/messages/message-edit";
import type { Reaction } from "../../../domain/messages/reaction";
import type { Flag } from "../../../domain/messages/read-state";
import type { RealmSettings } from "../../../domain/realm/realm-settings";
import type { RealmState } from "../../../domain/state/realm-state";
import { sameButResolved } from "../../../domain/topics/topic";
import { topicName } from "../topic-name";
import { shownAvatar, shownEmail, shownName } from "./shown-user";
import type { Reader } from "./user";
import { reactionTypes } from "./user-status";

export interface MessageOptions {
  readonly reader: Reader;
  readonly topicLinks: TopicLinkFinder;
  /** Whether to send content as HTML instead of Markdown. */
  readonly applyMarkdown: boolean;
  /** Whether the client supports empty topics. */
  readonly allowEmptyTopic: boolean;
}

/** Whether this is a `/me` message: one paragraph that begins with `/me `. */
export const isMeMessage = ({
  content,
  renderedContent,
}: Pick<Message, "content" | "renderedContent">): boolean =>
  content.startsWith("/me ") && renderedContent.startsWith("<p>") && renderedContent.endsWith("</p>");

/** A message as the API returns it, without flags. API §4.21. */
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
    topic_links: inChannel ? options.topicLinks.linksIn(state, message.topic) : [],
    is_me_message: isMeMessage(message),
    reactions: message.reactions.map((reaction) => encodeReaction(reaction, state, reader)),
    submessages: message.submessages.map((submessage) => ({
      id: submessage.id,
      message_id: message.id,
      sender_id: submessage.senderId,
      msg_type: submessage.kind,
      content: submessage.content,
    })),
    sender_full_name: shownName(sender, state, reader),
    sender_email: shownEmail(sender, state, reader),
    sender_realm_str: reader.realm.subdomain,
    avatar_url: shownAvatar(sender, state, reader),
    content_type: applyMarkdown ? "text/html" : "text/x-markdown",
    type: inChannel ? "stream" : "private",
    display_recipient: inChannel
      ? (state.channels.get(conversation.channelId)?.name ?? "")
      : conversation.participants.map((id) => encodeParticipant(id, state, reader)),
    ...(inChannel && { stream_id: conversation.channelId }),
    ...encodeEdits(message.edits, state.realm.settings.messageEditHistoryVisibilityPolicy),
  };
};

const encodeFlag = (flag: Flag): string =>
  flag === "channel_wildcard_mentioned" ? "stream_wildcard_mentioned" : flag;

/** A reader's flags. Adds the older `wildcard_mentioned`, from before the two kinds of wildcard mentions. */
export const encodeFlags = (flags: readonly Flag[]): readonly string[] => {
  const names = flags.map(encodeFlag);
  return flags.some((flag) => flag === "channel_wildcard_mentioned" || flag === "topic_wildcard_mentioned")
    ? [...names, "wildcard_mentioned"]
    : names;
};

/** A reaction. Includes the user in the older `user` field, which clients still read. */
export const encodeReaction = (
  { userId, emoji }: Reaction,
  state: RealmState,
  reader: Pick<Reader, "user" | "realm">,
): object => {
  const user = state.users.get(userId);
  return {
    emoji_name: emoji.name,
    emoji_code: emoji.code,
    reaction_type: reactionTypes[emoji.kind],
    user_id: userId,
    user: {
      id: userId,
      user_id: userId,
      email: shownEmail(user, state, reader),
      full_name: shownName(user, state, reader),
    },
  };
};

/** When a message was last edited and moved, and the part of its edit history that the realm shows, newest first. */
const encodeEdits = (
  edits: readonly MessageEdit[],
  policy: RealmSettings["messageEditHistoryVisibilityPolicy"],
): object => {
  const edited = edits.findLast(({ content }) => content !== undefined);
  const moved = edits.findLast((edit) => edit.channel !== undefined || isRealRename(edit));
  const shown = { all: edits, moves: withoutContentEdits(edits), none: [] }[policy];
  return {
    ...(edited && { last_edit_timestamp: edited.editedAt }),
    ...(moved && { last_moved_timestamp: moved.editedAt }),
    ...(shown.length > 0 && { edit_history: shown.toReversed().map(encodeEdit) }),
  };
};

const isRealRename = ({ topic }: MessageEdit): boolean =>
  topic !== undefined && !sameButResolved(topic.before, topic.after);

const encodeEdit = ({ editedAt, userId, content, topic, channel }: MessageEdit): object => ({
  user_id: userId,
  timestamp: editedAt,
  ...(content && { prev_content: content.before, prev_rendered_content: content.renderedBefore }),
  ...(topic && { prev_topic: topic.before, topic: topic.after }),
  ...(channel && { prev_stream: channel.before, stream: channel.after }),
});

const encodeParticipant = (id: UserId, state: RealmState, reader: Reader): object => {
  const user = state.users.get(id);
  return {
    id,
    email: shownEmail(user, state, reader),
    full_name: shownName(user, state, reader),
    is_mirror_dummy: false,
  };
};
