import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { changeFlags } from "../../../../application/messages/change-flags";
import { changeFlagsInNarrow } from "../../../../application/messages/change-flags-in-narrow";
import { markAllAsRead } from "../../../../application/messages/mark-all-as-read";
import { markChannelAsRead } from "../../../../application/messages/mark-channel-as-read";
import { anchor } from "../../../zulip-wire/codecs/anchor";
import { topicOf } from "../../../zulip-wire/codecs/message-destination";
import { channelId, messageIds } from "../../../zulip-wire/codecs/named-parameters";
import { narrow } from "../../../zulip-wire/codecs/narrow";
import { required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { bool, count, text } from "../../../zulip-wire/codecs/wire-type";
import { type MalformedRequest, malformedRequest } from "../../../zulip-wire/malformed-request";
import { done, endpoint } from "../../declaration/endpoint";

const invalidOperation = (op: string): MalformedRequest =>
  malformedRequest(`Invalid message flag operation: '${op}'`);

const changeFlagsEndpoint = endpoint({
  method: "post",
  at: "/messages/flags",
  caller: "user",
  bulkBeyond: { messages: 1000 },
  summary: "Add a flag to messages, or remove it",
  path: {},
  params: {
    messages: required(messageIds),
    op: required(text),
    flag: required(text),
  },
  response: {
    messages: { type: "array", items: { type: "integer" } },
    ignored_because_not_subscribed_channels: { type: "array", items: { type: "integer" } },
  },
  use: changeFlags,
  run: (changeFlags, { caller }, { messages, op, flag }) =>
    op === "add" || op === "remove"
      ? pipe(
          changeFlags(caller, { messageIds: messages, op, flag }),
          TE.map(({ messageIds, ignoredChannelIds }) => ({
            messages: messageIds,
            ignored_because_not_subscribed_channels: ignoredChannelIds,
          })),
        )
      : TE.left(invalidOperation(op)),
});

const changeFlagsInNarrowEndpoint = endpoint({
  method: "post",
  at: "/messages/flags/narrow",
  section: "4.9",
  caller: "user",
  cost: "bulk",
  summary: "Add a flag to the messages around an anchor in a narrow, or remove it",
  path: {},
  params: {
    anchor: required(anchor),
    include_anchor: withDefault(bool, true),
    num_before: required(count),
    num_after: required(count),
    narrow: required(narrow),
    op: required(text),
    flag: required(text),
  },
  response: {
    processed_count: { type: "integer" },
    updated_count: { type: "integer" },
    first_processed_id: { type: ["integer", "null"] },
    last_processed_id: { type: ["integer", "null"] },
    found_oldest: { type: "boolean" },
    found_newest: { type: "boolean" },
    ignored_because_not_subscribed_channels: { type: "array", items: { type: "integer" } },
  },
  use: changeFlagsInNarrow,
  run: (changeFlagsInNarrow, { caller }, input) => {
    const { op, flag } = input;
    if (op !== "add" && op !== "remove") return TE.left(invalidOperation(op));
    return pipe(
      changeFlagsInNarrow(caller, {
        anchor: input.anchor,
        includeAnchor: input.include_anchor,
        narrow: input.narrow,
        op,
        flag,
        before: input.num_before,
        after: input.num_after,
      }),
      TE.map((changed) => ({
        processed_count: changed.processedCount,
        updated_count: changed.updatedCount,
        first_processed_id: changed.firstProcessedId ?? null,
        last_processed_id: changed.lastProcessedId ?? null,
        found_oldest: changed.foundOldest,
        found_newest: changed.foundNewest,
        ...(flag === "read" &&
          op === "remove" && { ignored_because_not_subscribed_channels: changed.ignoredChannelIds }),
      })),
    );
  },
});

/** Marking as read costs the same however many messages there are, so it is always complete. */
const complete = TE.map(() => ({ complete: true }));
const completeSchema = { complete: { type: "boolean" } };

const markAllAsReadEndpoint = endpoint({
  method: "post",
  at: "/mark_all_as_read",
  caller: "user",
  cost: "bulk",
  summary: "Mark everything as read",
  path: {},
  params: {},
  response: completeSchema,
  use: markAllAsRead,
  run: (markAllAsRead, { caller }) => complete(markAllAsRead(caller)),
});

const markChannelAsReadEndpoint = endpoint({
  method: "post",
  at: "/mark_stream_as_read",
  caller: "user",
  cost: "bulk",
  summary: "Mark a channel as read",
  path: {},
  params: { stream_id: required(channelId) },
  response: {},
  use: markChannelAsRead,
  run: (markChannelAsRead, { caller }, { stream_id }) => done(markChannelAsRead(caller, stream_id)),
});

const markTopicAsReadEndpoint = endpoint({
  method: "post",
  at: "/mark_topic_as_read",
  caller: "user",
  cost: "bulk",
  summary: "Mark a topic as read",
  path: {},
  params: { stream_id: required(channelId), topic_name: required(text) },
  response: {},
  use: markChannelAsRead,
  run: (markChannelAsRead, { caller }, { stream_id, topic_name }) =>
    done(markChannelAsRead(caller, stream_id, topicOf(topic_name))),
});

export const flagEndpoints = [
  changeFlagsEndpoint,
  changeFlagsInNarrowEndpoint,
  markAllAsReadEndpoint,
  markChannelAsReadEndpoint,
  markTopicAsReadEndpoint,
];
