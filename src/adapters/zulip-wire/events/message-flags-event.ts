import type { LoggedEvent } from "../../../domain/events/event";
import type { MessageId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import { type EditableFlag, type Flag, mentionAmong } from "../../../domain/messages/read-state";
import type { User } from "../../../domain/users/user";
import type { EventEntry, EventReader } from "../encode/event-reader";
import type { Presentation } from "../encode/presentation";
import { topicName } from "../topic-name";

type FlagsChanged = Extract<LoggedEvent["event"], { type: "message_flags_changed" }>;

/** Adds or removes a flag on some of the reader's messages. */
export const flagsEntry = (
  op: "add" | "remove",
  flag: EditableFlag,
  messages: readonly MessageId[],
  more: object = {},
): EventEntry => ({
  category: "message_flags",
  body: { type: "update_message_flags", op, operation: op, flag, messages, all: false, ...more },
});

export const flagsChanged = (
  event: FlagsChanged,
  { user, presentation }: EventReader,
): readonly EventEntry[] => [
  flagsEntry(event.op, event.flag, event.messageIds, {
    ...(event.isAll && { all: true }),
    ...(event.flag === "read" &&
      event.op === "remove" && { message_details: encodeDetails(event, user, presentation) }),
  }),
];

/** What a client needs to count messages that became unread again. */
const encodeDetails = ({ messages }: FlagsChanged, user: User, presentation: Presentation): object =>
  Object.fromEntries(
    messages.map(({ id, conversation, topic, flags }) => [
      id,
      encodeDetail(conversation, topic, flags, user, presentation),
    ]),
  );

const encodeDetail = (
  conversation: Message["conversation"],
  topic: string,
  flags: readonly Flag[],
  user: User,
  presentation: Presentation,
): object => {
  const mention = mentionAmong(flags);
  return {
    ...(mention && { mentioned: true }),
    ...(mention === "wildcard" && { wildcard_mentioned: true }),
    ...(conversation.kind === "channel"
      ? {
          type: "stream",
          stream_id: conversation.channelId,
          topic: topicName(topic, presentation.emptyTopicName),
          unmuted_stream_msg: false,
        }
      : { type: "private", user_ids: conversation.participants.filter((id) => id !== user.id) }),
  };
};
