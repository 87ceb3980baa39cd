import type { LoggedEvent, RealmEvent } from "../../../domain/event";
import type { Message } from "../../../domain/message";
import type { Flag } from "../../../domain/read-state";
import type { User } from "../../../domain/user";
import type { EventReader, Word } from "./event-reader";
import { topicName } from "./message";
import type { Presentation } from "./presentation";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

const topicFor = (topic: string, presentation: Presentation): string =>
  topicName(topic, presentation.emptyTopicName);

/** Clients that can't take many deletions at once get them one by one. */
export const messagesDeleted = (
  { conversation, topic, messageIds }: EventOf<"messages_deleted">,
  { presentation }: EventReader,
): readonly Word[] => {
  const place =
    conversation.kind === "channel"
      ? {
          message_type: "stream",
          stream_id: conversation.channelId,
          topic: topicFor(topic, presentation),
        }
      : { message_type: "private" };
  const word = (which: object): Word => ({
    category: "deleted_messages",
    body: { type: "delete_message", ...which, ...place },
  });
  return presentation.bulkMessageDeletion
    ? [word({ message_ids: messageIds })]
    : messageIds.map((id) => word({ message_id: id }));
};

/** That some of the reader's messages have a flag, or no longer. */
export const flagsWord = (
  op: "add" | "remove",
  flag: Flag,
  messages: readonly number[],
  more: object = {},
): Word => ({
  category: "message_flags",
  body: { type: "update_message_flags", op, operation: op, flag, messages, all: false, ...more },
});

export const flagsChanged = (
  event: EventOf<"message_flags_changed">,
  { user, presentation }: EventReader,
): readonly Word[] => [
  flagsWord(event.op, event.flag, event.messageIds, {
    ...(event.isAll && { all: true }),
    ...(event.flag === "read" &&
      event.op === "remove" && { message_details: encodeDetails(event, user, presentation) }),
  }),
];

/** What a client needs to count messages that became unread again. */
const encodeDetails = (
  { messages }: EventOf<"message_flags_changed">,
  user: User,
  presentation: Presentation,
): object =>
  Object.fromEntries(
    messages.map(({ id, conversation, topic, marks }) => [
      id,
      encodeDetail(conversation, topic, marks, user, presentation),
    ]),
  );

const encodeDetail = (
  conversation: Message["conversation"],
  topic: string,
  marks: readonly Flag[],
  user: User,
  presentation: Presentation,
): object => {
  const mentioned = marks.some((flag) => flag === "mentioned" || flag.endsWith("wildcard_mentioned"));
  return {
    ...(mentioned && { mentioned: true }),
    ...(conversation.kind === "channel"
      ? {
          type: "stream",
          stream_id: conversation.channelId,
          topic: topicFor(topic, presentation),
          unmuted_stream_msg: false,
        }
      : { type: "private", user_ids: conversation.participants.filter((id) => id !== user.id) }),
  };
};
