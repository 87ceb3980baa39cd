import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { cancelScheduledMessage } from "../../../../application/scheduled-messages/cancel-scheduled-message";
import { listScheduledMessages } from "../../../../application/scheduled-messages/list-scheduled-messages";
import { scheduleMessage } from "../../../../application/scheduled-messages/schedule-message";
import { updateScheduledMessage } from "../../../../application/scheduled-messages/update-scheduled-message";
import { topicOf } from "../../../zulip-wire/codecs/message-destination";
import { markdown, names, naming, scheduledMessageId } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { integer } from "../../../zulip-wire/codecs/whole-numbers";
import { bool, json, oneOf, rawText, unixSeconds } from "../../../zulip-wire/codecs/wire-type";
import { encodeScheduled } from "../../../zulip-wire/encode/user-data";
import { done, endpoint } from "../../declaration/endpoint";
import { isTypedIn } from "../../request/human-client";

const scheduledId = { scheduled_message_id: required(scheduledMessageId) };
const messageType = oneOf("direct", "private", "stream", "channel");
const recipients = naming(
  json(t.union([integer, t.array(integer)])),
  names.channel(),
  names.user((id) => `[${id}]`),
);
const kinds = { direct: "direct", private: "direct", stream: "channel", channel: "channel" } as const;

const listScheduledEndpoint = endpoint({
  method: "get",
  at: "/scheduled_messages",
  caller: "user",
  summary: "List the caller's scheduled messages",
  path: {},
  params: {},
  response: { scheduled_messages: { type: "array", items: { type: "object" } } },
  use: listScheduledMessages,
  run: (listScheduledMessages, { caller }) =>
    pipe(
      listScheduledMessages(caller),
      TE.map((scheduled) => ({
        scheduled_messages: scheduled.map((one) => encodeScheduled(one, caller.userId)),
      })),
    ),
});

const scheduleMessageEndpoint = endpoint({
  method: "post",
  at: "/scheduled_messages",
  caller: "user",
  summary: "Schedule a message for later",
  path: {},
  params: {
    type: required(messageType),
    to: required(recipients),
    content: required(markdown),
    topic: optional(rawText, "subject"),
    scheduled_delivery_timestamp: required(unixSeconds),
    read_by_sender: optional(bool),
  },
  response: { scheduled_message_id: { type: "integer" } },
  use: scheduleMessage,
  run: (scheduleMessage, { caller }, input) =>
    pipe(
      scheduleMessage(caller, {
        kind: kinds[input.type],
        to: input.to,
        content: input.content,
        topic: topicOf(input.topic ?? ""),
        deliverAt: input.scheduled_delivery_timestamp,
        readBySender: input.read_by_sender ?? (isTypedIn(caller.client) ? "unless to self" : false),
      }),
      TE.map((id) => ({ scheduled_message_id: id })),
    ),
});

const updateScheduledEndpoint = endpoint({
  method: "patch",
  at: "/scheduled_messages/{scheduled_message_id}",
  caller: "user",
  summary: "Change a scheduled message",
  path: scheduledId,
  params: {
    type: optional(messageType),
    to: optional(recipients),
    content: optional(markdown),
    topic: optional(rawText, "subject"),
    scheduled_delivery_timestamp: optional(unixSeconds),
  },
  response: {},
  use: updateScheduledMessage,
  run: (updateScheduledMessage, { caller }, input) => {
    const { type, to, topic } = input;
    return done(
      updateScheduledMessage(caller, input.scheduled_message_id, {
        ...(type !== undefined && { kind: kinds[type] }),
        ...(to !== undefined && { to }),
        ...(topic !== undefined && { topic: topicOf(topic) }),
        content: input.content,
        deliverAt: input.scheduled_delivery_timestamp,
      }),
    );
  },
});

const cancelScheduledEndpoint = endpoint({
  method: "delete",
  at: "/scheduled_messages/{scheduled_message_id}",
  caller: "user",
  summary: "Cancel a scheduled message",
  path: scheduledId,
  params: {},
  response: {},
  use: cancelScheduledMessage,
  run: (cancelScheduledMessage, { caller }, { scheduled_message_id }) =>
    done(cancelScheduledMessage(caller, scheduled_message_id)),
});

export const scheduledMessageEndpoints = [
  listScheduledEndpoint,
  scheduleMessageEndpoint,
  updateScheduledEndpoint,
  cancelScheduledEndpoint,
];
