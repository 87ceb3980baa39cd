import type { LoggedEvent, RealmEvent } from "../../../domain/events/event";
import type { MessageId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import { messagesBeforeAndAfter } from "../../../domain/messages/message-reach";
import { namedAmong } from "../../../domain/policy/flagged-message";
import { knownMessages } from "../../../domain/policy/known-messages";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { encodeFlags, encodeReaction, isMeMessage } from "../encode/message";
import type { Presentation } from "../encode/presentation";
import { topicName } from "../topic-name";
import { channelUpdate } from "./channel-update";
import { flagsEntry } from "./message-flags-event";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

const topicFor = (topic: string, presentation: Presentation): string =>
  topicName(topic, presentation.emptyTopicName);

export const messagesDeleted = (
  event: EventOf<"messages_deleted">,
  reader: EventReader,
): readonly EventEntry[] => {
  const { conversation, messageIds, reach } = event;
  const known =
    conversation.kind === "channel"
      ? knownMessages(
          reader.state,
          reader.user,
          { channelId: conversation.channelId, messageIds, reach },
          reader.now,
        )
      : messageIds;
  return [...messagesGone(event, known, reader), ...firstMessageEntries(event, known, reader)];
};

/** The channel's new first message, since the previous one was deleted. */
const firstMessageEntries = (
  { conversation, firstMessageId }: EventOf<"messages_deleted">,
  known: readonly MessageId[],
  { state }: EventReader,
): readonly EventEntry[] => {
  const channel = conversation.kind === "channel" ? state.channels.get(conversation.channelId) : undefined;
  return channel === undefined || firstMessageId === undefined || known.length === 0
    ? []
    : [channelUpdate(channel.id, channel.name, { property: "first_message_id", value: firstMessageId })];
};

/** Clients without bulk deletion receive deletions one by one. */
const messagesGone = (
  { conversation, topic }: Pick<Message, "conversation" | "topic">,
  messageIds: readonly MessageId[],
  { presentation }: EventReader,
): readonly EventEntry[] => {
  if (messageIds.length === 0) return [];
  const place =
    conversation.kind === "channel"
      ? {
          message_type: "stream",
          stream_id: conversation.channelId,
          topic: topicFor(topic, presentation),
        }
      : { message_type: "private" };
  const entry = (which: object): EventEntry => ({
    category: "deleted_messages",
    body: { type: "delete_message", ...which, ...place },
  });
  return presentation.bulkMessageDeletion
    ? [entry({ message_ids: messageIds })]
    : messageIds.map((id) => entry({ message_id: id }));
};

export const reactionChanged = (
  { op, messageId, reaction }: EventOf<"reaction_changed">,
  reader: EventReader,
): readonly EventEntry[] => [
  {
    category: "reaction",
    body: { type: "reaction", op, message_id: messageId, ...encodeReaction(reaction, reader.state, reader) },
  },
];

export const submessageAdded = ({
  messageId,
  submessage: { id, senderId, kind, content },
}: EventOf<"submessage_added">): readonly EventEntry[] => [
  {
    category: "submessage",
    body: {
      type: "submessage",
      msg_type: kind,
      message_id: messageId,
      submessage_id: id,
      sender_id: senderId,
      content,
    },
  },
];

const editedEntry = (body: object): EventEntry => ({
  category: "edited_messages",
  body: { type: "update_message", rendering_only: false, ...body },
});

/** A message's new content, and the previous one if the organization shows it. */
const newContent = (event: EventOf<"message_edited">, { state }: EventReader): object => ({
  ...(state.realm.settings.messageEditHistoryVisibilityPolicy === "all" && {
    orig_content: event.edit.content?.before ?? "",
    orig_rendered_content: event.edit.content?.renderedBefore ?? "",
  }),
  content: event.content,
  rendered_content: event.renderedContent,
  is_me_message: isMeMessage(event),
});

export const messageEdited = (
  event: EventOf<"message_edited">,
  reader: EventReader,
): readonly EventEntry[] => {
  const { flags, presentation } = reader;
  const { messageId, conversation, edit } = event;
  return [
    editedEntry({
      user_id: edit.userId,
      edit_timestamp: edit.editedAt,
      message_id: messageId,
      message_ids: [messageId],
      flags: encodeFlags(flags.get(messageId) ?? []),
      ...(conversation.kind === "channel" && {
        stream_id: conversation.channelId,
        topic: topicFor(event.topic, presentation),
      }),
      ...newContent(event, reader),
    }),
  ];
};

/** A new rendering isn't an edit: content, history and flags stay. */
export const messageRendered = (
  event: EventOf<"message_rendered">,
  { flags, presentation }: EventReader,
): readonly EventEntry[] => {
  const { messageId, conversation } = event;
  return [
    editedEntry({
      rendering_only: true,
      user_id: null,
      edit_timestamp: event.renderedAt,
      message_id: messageId,
      message_ids: [messageId],
      flags: encodeFlags(flags.get(messageId) ?? []),
      ...(conversation.kind === "channel" && {
        stream_id: conversation.channelId,
        topic: topicFor(event.topic, presentation),
      }),
      content: event.content,
      rendered_content: event.renderedContent,
      is_me_message: isMeMessage(event),
    }),
  ];
};

/**
 * Readers without access to the new place receive a deletion. Readers without access to the old place learn
 * nothing of it except its ids.
 */
export const messagesMoved = (
  event: EventOf<"messages_moved">,
  reader: EventReader,
): readonly EventEntry[] => {
  const { state, user, now, flags, presentation, topicLinks } = reader;
  const { from, to, edit } = event;
  const [left, arrived] = messagesBeforeAndAfter(event);
  const knownBefore = knownMessages(state, user, left, now);
  const messageIds = knownMessages(state, user, arrived, now);
  const namedId = namedAmong(messageIds, event.chosenId);
  if (namedId === undefined) return messagesGone(from, knownBefore, reader);
  const wasKnown = knownBefore.length > 0;
  const topicBefore = wasKnown ? from.topic : to.topic;
  // The client may have some of the messages but not the chosen one.
  const isChosenKnown = namedId === event.chosenId;
  const isTopicChanged = topicBefore !== to.topic;
  const isChannelChanged = from.conversation.channelId !== to.conversation.channelId;
  return [
    editedEntry({
      user_id: edit.userId,
      edit_timestamp: edit.editedAt,
      message_id: namedId,
      message_ids: messageIds,
      flags: encodeFlags(flags.get(namedId) ?? []),
      stream_id: from.conversation.channelId,
      stream_name: wasKnown ? (state.channels.get(from.conversation.channelId)?.name ?? "") : "",
      ...(isChannelChanged && { new_stream_id: to.conversation.channelId }),
      propagate_mode: event.mode,
      orig_subject: topicFor(topicBefore, presentation),
      ...(isTopicChanged && {
        subject: topicFor(to.topic, presentation),
        topic_links: topicLinks.linksIn(state, to.topic),
      }),
      ...(isChosenKnown && event.edited && newContent(event.edited, reader)),
    }),
    // Messages of a channel that the user isn't subscribed to are never unread.
    ...(event.leftBehind.includes(user.id) ? [flagsEntry("add", "read", messageIds)] : []),
  ];
};
