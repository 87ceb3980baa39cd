import * as t from "io-ts";
import { botCallCodec } from "../bots/bot";
import { dictionary, entity, listOf, nullable, oneOf, optional } from "../codec/codec";
import { storedUnder } from "../codec/stored-names";
import { compactIdsCodec } from "../collections/compact-ids";
import { idRangesCodec } from "../collections/id-ranges";
import { conversationIdCodec, messageIdCodec, userIdCodec } from "../ids";
import { conversationCodec, inChannelCodec, messageCodec } from "../messages/message";
import { messageEditCodec } from "../messages/message-edit";
import { reachCodec } from "../messages/message-reach";
import { reactionCodec } from "../messages/reaction";
import { editableFlags, flagCodec } from "../messages/read-state";
import { submessageCodec } from "../messages/submessage";
import { type EventOf, eventCodecs } from "./event-family";
import { type MessageEdited, type MessageEvent, type MessageTopic, moveModes } from "./message-event";

type Sent = EventOf<MessageEvent, "message_sent">;
type FlagsChanged = EventOf<MessageEvent, "message_flags_changed">;

const opCodec = oneOf("add", "remove");
const flagsByUserCodec = dictionary(listOf(flagCodec));
/** Where messages move from and to. */
export const messageTopicCodec = entity<MessageTopic>({ conversation: inChannelCodec, topic: t.string });
/** How an event identifies a message and who had received it. */
const place = { messageId: messageIdCodec, conversation: conversationCodec, reach: optional(reachCodec) };
const rendered = { content: t.string, renderedContent: t.string, rendererVersion: t.number };

const messageEditedCodec = entity<MessageEdited>({
  type: oneOf("message_edited"),
  ...place,
  topic: t.string,
  ...rendered,
  flagsByUser: flagsByUserCodec,
  edit: messageEditCodec,
});

const storedFlags = { flagsByUser: "marks" };

/** Codecs of events about messages, and of what users do with them. */
export const messageEventCodecs = eventCodecs<MessageEvent>(
  {
    message_sent: {
      message: messageCodec,
      beginsConversation: t.boolean,
      flagsByUser: flagsByUserCodec,
      origin: optional(entity<NonNullable<Sent["origin"]>>({ queueId: t.string, localId: t.string })),
      sendKey: optional(t.string),
      botCalls: optional(listOf(botCallCodec)),
      readBy: optional(compactIdsCodec),
    },
    messages_deleted: {
      conversation: conversationCodec,
      topic: t.string,
      messageIds: listOf(messageIdCodec),
      deletedAt: t.number,
      reach: optional(reachCodec),
      senderId: optional(userIdCodec),
      firstMessageId: optional(nullable(messageIdCodec)),
    },
    reaction_changed: {
      op: opCodec,
      ...place,
      reaction: reactionCodec,
    },
    submessage_added: { ...place, submessage: submessageCodec },
    message_edited: messageEditedCodec.fields,
    message_rendered: {
      ...place,
      topic: t.string,
      ...rendered,
      renderedAt: t.number,
      isFirst: optional(t.boolean),
    },
    messages_moved: {
      messageIds: listOf(messageIdCodec),
      from: messageTopicCodec,
      to: messageTopicCodec,
      edit: messageEditCodec,
      chosenId: messageIdCodec,
      edited: optional(storedUnder(storedFlags, messageEditedCodec)),
      mode: oneOf(...moveModes),
      reach: optional(reachCodec),
      leftBehind: listOf(userIdCodec),
      lostBy: listOf(userIdCodec),
    },
    messages_restored: { messageIds: listOf(messageIdCodec) },
    message_flags_changed: {
      userId: userIdCodec,
      op: opCodec,
      flag: oneOf(...editableFlags),
      messageIds: listOf(messageIdCodec),
      isAll: optional(oneOf(true)),
      ranges: listOf(
        entity<FlagsChanged["ranges"][number]>({ conversationId: conversationIdCodec, ids: idRangesCodec }),
      ),
      messages: listOf(
        storedUnder(
          { flags: "marks" },
          entity<FlagsChanged["messages"][number]>({
            id: messageIdCodec,
            conversation: conversationCodec,
            topic: t.string,
            flags: listOf(flagCodec),
          }),
        ),
      ),
    },
  },
  { message_sent: storedFlags, message_edited: storedFlags },
);
