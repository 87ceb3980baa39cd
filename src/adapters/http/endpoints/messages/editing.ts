import { createHash } from "node:crypto";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { MessageVersion } from "../../../../application/messages/fetch-message-history";
import { fetchMessageHistory } from "../../../../application/messages/fetch-message-history";
import { listMessageReaders } from "../../../../application/messages/list-message-readers";
import { reportMessage } from "../../../../application/messages/report-message";
import { updateMessage } from "../../../../application/messages/update-message";
import { keysOf } from "../../../../domain/collections/keys-of";
import { moveModes } from "../../../../domain/events/message-event";
import { longestExplanation, reportReasons } from "../../../../domain/messages/message-report";
import { topicOf } from "../../../zulip-wire/codecs/message-destination";
import { channelId, markdown, messageId } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { bool, oneOf, text, textUpTo } from "../../../zulip-wire/codecs/wire-type";
import { encodeAttachment } from "../../../zulip-wire/encode/attachment";
import { topicName } from "../../../zulip-wire/topic-name";
import { done, endpoint } from "../../declaration/endpoint";

/** Checks content against a SHA-256 in hexadecimal. */
const hasHash = (hash: string | undefined): ((content: string) => boolean) | undefined =>
  hash === undefined
    ? undefined
    : (content) => createHash("sha256").update(content).digest("hex") === hash.toLowerCase();

const messagePath = { message_id: required(messageId) };

const updateMessageEndpoint = endpoint({
  method: "patch",
  at: "/messages/{message_id}",
  caller: "user",
  summary: "Edit a message, or move it to another topic or channel",
  path: messagePath,
  params: {
    content: optional(markdown),
    prev_content_sha256: optional(text),
    topic: optional(text, "subject"),
    stream_id: optional(channelId),
    propagate_mode: withDefault(oneOf(...moveModes), "change_one" as const),
    send_notification_to_old_thread: withDefault(bool, false),
    send_notification_to_new_thread: withDefault(bool, true),
  },
  response: { detached_uploads: { type: "array", items: { type: "object" } } },
  use: updateMessage,
  run: (updateMessage, { caller }, input) =>
    pipe(
      updateMessage(caller, {
        messageId: input.message_id,
        content: input.content,
        isExpected: hasHash(input.prev_content_sha256),
        topic: input.topic === undefined ? undefined : topicOf(input.topic),
        channelId: input.stream_id,
        mode: input.propagate_mode,
        notifyOldTopic: input.send_notification_to_old_thread,
        notifyNewTopic: input.send_notification_to_new_thread,
      }),
      TE.map((detached) => ({ detached_uploads: detached.map(encodeAttachment) })),
    ),
});

const encodeVersion =
  (allowEmptyTopic: boolean) =>
  ({ content, renderedContent, topic, at, userId, edit }: MessageVersion): object => ({
    content,
    rendered_content: renderedContent,
    timestamp: at,
    user_id: userId,
    topic: topicName(topic, allowEmptyTopic),
    ...(edit?.content && {
      prev_content: edit.content.before,
      prev_rendered_content: edit.content.renderedBefore,
    }),
    ...(edit?.topic && { prev_topic: topicName(edit.topic.before, allowEmptyTopic) }),
    ...(edit?.channel && { prev_stream: edit.channel.before, stream: edit.channel.after }),
  });

const fetchHistoryEndpoint = endpoint({
  method: "get",
  at: "/messages/{message_id}/history",
  caller: "user",
  cost: "list",
  summary: "List the versions of a message, oldest first",
  path: messagePath,
  params: { allow_empty_topic_name: withDefault(bool, false) },
  response: { message_history: { type: "array", items: { type: "object" } } },
  use: fetchMessageHistory,
  run: (fetchMessageHistory, { caller }, input) =>
    pipe(
      fetchMessageHistory(caller, input.message_id),
      TE.map((versions) => ({
        message_history: versions.map(encodeVersion(input.allow_empty_topic_name)),
      })),
    ),
});

const listReadersEndpoint = endpoint({
  method: "get",
  at: "/messages/{message_id}/read_receipts",
  caller: "user",
  cost: "list",
  summary: "List who has read a message",
  path: messagePath,
  params: {},
  response: { user_ids: { type: "array", items: { type: "integer" } } },
  use: listMessageReaders,
  run: (listMessageReaders, { caller }, { message_id }) =>
    pipe(
      listMessageReaders(caller, message_id),
      TE.map((ids) => ({ user_ids: ids })),
    ),
});

const reasons = keysOf(reportReasons);

const reportMessageEndpoint = endpoint({
  method: "post",
  at: "/messages/{message_id}/report",
  caller: "user",
  summary: "Report a message to the moderators",
  path: messagePath,
  params: {
    report_type: required(oneOf(...reasons)),
    description: withDefault(textUpTo(longestExplanation), ""),
  },
  response: {},
  use: reportMessage,
  run: (reportMessage, { caller }, input) =>
    done(
      reportMessage(caller, {
        messageId: input.message_id,
        reason: input.report_type,
        explanation: input.description,
      }),
    ),
});

export const editingEndpoints = [
  updateMessageEndpoint,
  fetchHistoryEndpoint,
  listReadersEndpoint,
  reportMessageEndpoint,
];
