import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { cancelScheduled } from "../../../application/scheduled-messages/cancel-scheduled";
import { listScheduled } from "../../../application/scheduled-messages/list-scheduled";
import { scheduleMessage } from "../../../application/scheduled-messages/schedule-message";
import { updateScheduled } from "../../../application/scheduled-messages/update-scheduled";
import type { ScheduledMessage } from "../../../domain/scheduled-message";
import { topicOf } from "../codecs/message-destination";
import { markdown, names, naming, scheduledMessageId } from "../codecs/naming";
import { integer } from "../codecs/numbers";
import { optional, required } from "../codecs/parameter";
import { bool, json, oneOf, rawText, unixSeconds } from "../codecs/wire-type";
import { encodeScheduled } from "../encode/personal";
import { done, endpoint } from "../endpoint";
import { isTypedIn } from "../human-client";

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
  summary: "The caller's scheduled messages",
  path: {},
  params: {},
  response: { scheduled_messages: { type: "array", items: { type: "object" } } },
  use: listScheduled,
  run: (listScheduled, { caller }) =>
    map((scheduled: readonly ScheduledMessage[]) => ({
      scheduled_messages: scheduled.map((one) => encodeScheduled(one, caller.userId)),
    }))(listScheduled(caller)),
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
  run: (scheduleMessage, { caller }, given) =>
    map((id: number) => ({ scheduled_message_id: id }))(
      scheduleMessage(caller, {
        kind: kinds[given.type],
        to: given.to,
        content: given.content,
        topic: topicOf(given.topic ?? ""),
        deliverAt: given.scheduled_delivery_timestamp,
        readBySender: given.read_by_sender ?? (isTypedIn(caller.client) ? "unless to self" : false),
      }),
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
  use: updateScheduled,
  run: (updateScheduled, { caller }, { scheduled_message_id, type, to, topic, content, ...given }) =>
    done(
      updateScheduled(caller, scheduled_message_id, {
        ...(type !== undefined && { kind: kinds[type] }),
        ...(to !== undefined && { to }),
        ...(topic !== undefined && { topic: topicOf(topic) }),
        content,
        deliverAt: given.scheduled_delivery_timestamp,
      }),
    ),
});

const cancelScheduledEndpoint = endpoint({
  method: "delete",
  at: "/scheduled_messages/{scheduled_message_id}",
  caller: "user",
  summary: "Take a scheduled message back",
  path: scheduledId,
  params: {},
  response: {},
  use: cancelScheduled,
  run: (cancelScheduled, { caller }, { scheduled_message_id }) =>
    done(cancelScheduled(caller, scheduled_message_id)),
});

export const scheduledMessageEndpoints = [
  listScheduledEndpoint,
  scheduleMessageEndpoint,
  updateScheduledEndpoint,
  cancelScheduledEndpoint,
];
