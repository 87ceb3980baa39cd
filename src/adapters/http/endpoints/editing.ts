import { createHash } from "node:crypto";
import { map } from "fp-ts/TaskEither";
import type { MessageVersion } from "../../../application/messages/fetch-history";
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

const updateMessage = endpoint({
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
  run: (app, { caller }, given) =>
    map((detached: readonly SharedAttachment[]) => ({ detached_uploads: detached.map(encodeAttachment) }))(
      app.messages.update(caller, {
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
    ...{ content, rendered_content: renderedContent, timestamp: at, user_id: userId },
    topic: topicName(topic, allowEmptyTopic),
    ...(edit?.content && {
      prev_content: edit.content.before,
      prev_rendered_content: edit.content.renderedBefore,
    }),
    ...(edit?.topic && { prev_topic: topicName(edit.topic.before, allowEmptyTopic) }),
    ...(edit?.channel && { prev_stream: edit.channel.before, stream: edit.channel.after }),
  });

const fetchHistory = endpoint({
  method: "get",
  at: "/messages/{message_id}/history",
  caller: "user",
  summary: "Every version of a message, the oldest first",
  path: messagePath,
  params: { allow_empty_topic_name: withDefault(bool, false) },
  response: { message_history: { type: "array", items: { type: "object" } } },
  run: (app, { caller }, given) =>
    map((versions: readonly MessageVersion[]) => ({
      message_history: versions.map(encodeVersion(given.allow_empty_topic_name)),
    }))(app.messages.fetchHistory(caller, given.message_id)),
});

const listReaders = endpoint({
  method: "get",
  at: "/messages/{message_id}/read_receipts",
  caller: "user",
  summary: "Who has read a message",
  path: messagePath,
  params: {},
  response: { user_ids: { type: "array", items: { type: "integer" } } },
  run: (app, { caller }, { message_id }) =>
    map((ids: readonly number[]) => ({ user_ids: ids }))(app.messages.listReaders(caller, message_id)),
});

const reasons = Object.keys(reportReasons) as readonly ReportReason[];

const reportMessage = endpoint({
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
  run: (app, { caller }, given) =>
    done(
      app.messages.report(caller, {
        ...{ messageId: given.message_id, reason: given.report_type, explanation: given.description },
      }),
    ),
});

const emojiParams = {
  emoji_code: optional(text),
  reaction_type: optional(oneOf(...Object.values(emojiKindWords))),
};
const kindOf = (word: string | undefined) => emojiKinds.find((kind) => emojiKindWords[kind] === word);

const addReaction = endpoint({
  method: "post",
  at: "/messages/{message_id}/reactions",
  caller: "user",
  summary: "Put an emoji on a message",
  path: messagePath,
  params: { emoji_name: required(text), ...emojiParams },
  response: {},
  run: (app, { caller }, given) =>
    done(
      app.messages.addReaction(caller, {
        ...{ messageId: given.message_id, name: given.emoji_name },
        ...{ code: given.emoji_code, kind: kindOf(given.reaction_type) },
      }),
    ),
});

const removeReaction = endpoint({
  method: "delete",
  at: "/messages/{message_id}/reactions",
  caller: "user",
  summary: "Take an emoji off a message",
  path: messagePath,
  params: { emoji_name: optional(text), ...emojiParams },
  response: {},
  run: (app, { caller }, given) =>
    done(
      app.messages.removeReaction(caller, {
        ...{ messageId: given.message_id, name: given.emoji_name },
        ...{ code: given.emoji_code, kind: kindOf(given.reaction_type) },
      }),
    ),
});

export const editingEndpoints = [
  updateMessage,
  fetchHistory,
  listReaders,
  reportMessage,
  addReaction,
  removeReaction,
];
