import { createHash } from "node:crypto";
import { map } from "fp-ts/TaskEither";
import type { MessageVersion } from "../../../application/messages/fetch-history";
import { fetchHistory } from "../../../application/messages/fetch-history";
import { listReaders } from "../../../application/messages/list-readers";
import { addReaction, removeReaction } from "../../../application/messages/react";
import { reportMessage } from "../../../application/messages/report-message";
import { updateMessage } from "../../../application/messages/update-message";
import type { SharedAttachment } from "../../../domain/attachment";
import { emojiKinds } from "../../../domain/emoji";
import { moveModes } from "../../../domain/message-event";
import { longestExplanation, type ReportReason, reportReasons } from "../../../domain/message-report";
import { topicOf } from "../codecs/message-destination";
import { channelId, markdown, messageId } from "../codecs/naming";
import { optional, required, withDefault } from "../codecs/parameter";
import { bool, oneOf, text, textUpTo } from "../codecs/wire-type";
import { encodeAttachment } from "../encode/attachment";
import { topicName } from "../encode/message";
import { emojiKindWords } from "../encode/user-status";
import { done, endpoint } from "../endpoint";

/** Whether content has this SHA-256, in hexadecimal. */
const hasHash = (hash: string | undefined): ((content: string) => boolean) | undefined =>
  hash === undefined
    ? undefined
    : (content) => createHash("sha256").update(content).digest("hex") === hash.toLowerCase();

const messagePath = { message_id: required(messageId) };

const updateMessageEndpoint = endpoint({
  method: "patch",
  at: "/messages/{message_id}",
  caller: "user",
  summary: "Edit what a message says, or move it to another topic or channel",
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
  run: (updateMessage, { caller }, given) =>
    map((detached: readonly SharedAttachment[]) => ({ detached_uploads: detached.map(encodeAttachment) }))(
      updateMessage(caller, {
        messageId: given.message_id,
        content: given.content,
        isExpected: hasHash(given.prev_content_sha256),
        topic: given.topic === undefined ? undefined : topicOf(given.topic),
        channelId: given.stream_id,
        mode: given.propagate_mode,
        tellOldTopic: given.send_notification_to_old_thread,
        tellNewTopic: given.send_notification_to_new_thread,
      }),
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
  summary: "Every version of a message, the oldest first",
  path: messagePath,
  params: { allow_empty_topic_name: withDefault(bool, false) },
  response: { message_history: { type: "array", items: { type: "object" } } },
  use: fetchHistory,
  run: (fetchHistory, { caller }, given) =>
    map((versions: readonly MessageVersion[]) => ({
      message_history: versions.map(encodeVersion(given.allow_empty_topic_name)),
    }))(fetchHistory(caller, given.message_id)),
});

const listReadersEndpoint = endpoint({
  method: "get",
  at: "/messages/{message_id}/read_receipts",
  caller: "user",
  summary: "Who has read a message",
  path: messagePath,
  params: {},
  response: { user_ids: { type: "array", items: { type: "integer" } } },
  use: listReaders,
  run: (listReaders, { caller }, { message_id }) =>
    map((ids: readonly number[]) => ({ user_ids: ids }))(listReaders(caller, message_id)),
});

const reasons = Object.keys(reportReasons) as readonly ReportReason[];

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
  run: (reportMessage, { caller }, given) =>
    done(
      reportMessage(caller, {
        messageId: given.message_id,
        reason: given.report_type,
        explanation: given.description,
      }),
    ),
});

const emojiParams = {
  emoji_code: optional(text),
  reaction_type: optional(oneOf(...Object.values(emojiKindWords))),
};
const kindOf = (word: string | undefined) => emojiKinds.find((kind) => emojiKindWords[kind] === word);

const addReactionEndpoint = endpoint({
  method: "post",
  at: "/messages/{message_id}/reactions",
  caller: "user",
  summary: "Put an emoji on a message",
  path: messagePath,
  params: { emoji_name: required(text), ...emojiParams },
  response: {},
  use: addReaction,
  run: (addReaction, { caller }, given) =>
    done(
      addReaction(caller, {
        messageId: given.message_id,
        name: given.emoji_name,
        code: given.emoji_code,
        kind: kindOf(given.reaction_type),
      }),
    ),
});

const removeReactionEndpoint = endpoint({
  method: "delete",
  at: "/messages/{message_id}/reactions",
  caller: "user",
  summary: "Take an emoji off a message",
  path: messagePath,
  params: { emoji_name: optional(text), ...emojiParams },
  response: {},
  use: removeReaction,
  run: (removeReaction, { caller }, given) =>
    done(
      removeReaction(caller, {
        messageId: given.message_id,
        name: given.emoji_name,
        code: given.emoji_code,
        kind: kindOf(given.reaction_type),
      }),
    ),
});

export const editingEndpoints = [
  updateMessageEndpoint,
  fetchHistoryEndpoint,
  listReadersEndpoint,
  reportMessageEndpoint,
  addReactionEndpoint,
  removeReactionEndpoint,
];
