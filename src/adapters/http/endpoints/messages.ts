import { isLeft, left, right } from "fp-ts/Either";
import { map } from "fp-ts/TaskEither";
import { deleteMessage } from "../../../application/messages/delete-message";
import { fetchMessage } from "../../../application/messages/fetch-message";
import { fetchMessages } from "../../../application/messages/fetch-messages";
import { fetchPublicMessage, fetchPublicMessages } from "../../../application/messages/fetch-public-messages";
import { findTopicLinks } from "../../../application/messages/find-topic-links";
import { linkSent } from "../../../application/messages/link-sent";
import { matchNarrow } from "../../../application/messages/match-narrow";
import type { FlaggedMessage } from "../../../application/messages/message-access";
import { renderMessage } from "../../../application/messages/render-message";
import { sendMessage } from "../../../application/messages/send-message";
import type { Highlighted } from "../../../application/ports/message-finder";
import { readState } from "../../../application/realm/read-state";
import { badRequest } from "../../../domain/errors";
import { submessageLimits } from "../../../domain/submessage";
import { topicPolicies } from "../../../domain/topic-policy";
import { destinationOf } from "../codecs/message-destination";
import { wantedIn, windowParameters } from "../codecs/message-window";
import { markdown, messageId, messageIds, names, naming } from "../codecs/naming";
import { narrow } from "../codecs/narrow";
import { optional, required, withDefault } from "../codecs/parameter";
import { bool, oneOf, rawText, text, textUpTo, upTo } from "../codecs/wire-type";
import { encodeFlags, encodeMessage, type MessageOptions } from "../encode/message";
import { encodeSentLink } from "../encode/sent-link";
import { done, endpoint } from "../endpoint";
import { isTypedIn } from "../human-client";
import { JsonList } from "../json-body";

const longestKey = 255;

/** Where a message goes, in any of the ways to write it. */
const destination = naming(
  upTo(100_000, text),
  names.channel(),
  names.channelName(),
  names.user((id) => `[${id}]`),
  names.userAddress(),
);

const sendMessageEndpoint = endpoint({
  method: "post",
  at: "/messages",
  caller: "user",
  forWebhooksToo: true,
  summary: "Send a message to a channel or to people",
  path: {},
  params: {
    type: required(oneOf("direct", "private", "stream", "channel")),
    to: required(destination),
    content: required(markdown),
    topic: optional(rawText, "subject"),
    queue_id: optional(textUpTo(longestKey)),
    local_id: optional(textUpTo(longestKey)),
    read_by_sender: optional(bool),
    widget_content: optional(textUpTo(submessageLimits.contentLength)),
  },
  response: {
    id: { type: "integer" },
    automatic_new_visibility_policy: { type: "integer" },
    message_url: { type: "string" },
    message_link: { type: "string" },
  },
  use: { linkSent, sendMessage },
  run: ({ linkSent, sendMessage }, { caller, realm, idempotencyKey }, given) => {
    const to = destinationOf(given.type, given.to, given.topic);
    if (isLeft(to)) return async () => to;
    const { queue_id: queueId, local_id: localId } = given;
    if ((idempotencyKey?.length ?? 0) > longestKey)
      return async () => left(badRequest(`Idempotency-Key is too long (limit: ${longestKey} characters)`));
    const key =
      idempotencyKey === undefined
        ? queueId !== undefined && localId !== undefined
          ? `local ${queueId} ${localId}`
          : undefined
        : `key ${idempotencyKey}`;
    const sending = sendMessage(caller, {
      to: to.right,
      content: given.content,
      readBySender: given.read_by_sender ?? isTypedIn(caller.client),
      ...(queueId !== undefined && localId !== undefined && { origin: { queueId, localId } }),
      ...(key !== undefined && { key }),
      ...(given.widget_content !== undefined && { widget: given.widget_content }),
    });
    return async () => {
      const sent = await sending();
      if (isLeft(sent)) return sent;
      const { id, raisedPolicy } = sent.right;
      const link = await linkSent(caller, sent.right);
      return right({
        id,
        ...(raisedPolicy && { automatic_new_visibility_policy: topicPolicies.indexOf(raisedPolicy) }),
        ...(link && encodeSentLink(link, realm)),
      });
    };
  },
});

const renderMessageEndpoint = endpoint({
  method: "post",
  at: "/messages/render",
  section: "4.19",
  caller: "user",
  summary: "Markdown as the HTML that it would be sent as",
  path: {},
  params: { content: required(markdown) },
  response: { rendered: { type: "string" } },
  use: renderMessage,
  run: (renderMessage, { caller }, { content }) =>
    map((rendered: string) => ({ rendered }))(renderMessage(caller, content)),
});

const encodeFlagged =
  (options: MessageOptions, state: Parameters<typeof encodeMessage>[1]) =>
  ({ message, flags }: FlaggedMessage) => ({
    ...encodeMessage(message, state, options),
    flags: encodeFlags(flags),
  });

/** What a search found in a message, as HTML. */
const encodeMatch = (found: Highlighted | undefined): object =>
  found ? { match_content: found.content, match_subject: found.topic } : {};

const fetchMessagesEndpoint = endpoint({
  method: "get",
  at: "/messages",
  caller: "spectator",
  summary: "Messages around an anchor in a narrow",
  path: {},
  params: {
    ...windowParameters,
    client_gravatar: withDefault(bool, true),
    apply_markdown: withDefault(bool, true),
    allow_empty_topic_name: withDefault(bool, false),
  },
  response: {
    messages: { type: "array", items: { type: "object" } },
    anchor: { type: "integer" },
    found_anchor: { type: "boolean" },
    found_oldest: { type: "boolean" },
    found_newest: { type: "boolean" },
    history_limited: { type: "boolean" },
  },
  use: { fetchMessages, fetchPublicMessages, findTopicLinks, readState },
  run:
    ({ fetchMessages, fetchPublicMessages, findTopicLinks, readState }, { realm, signedIn }, given) =>
    async () => {
      const wanted = wantedIn(given);
      if (isLeft(wanted)) return wanted;
      const outcome = await (signedIn
        ? fetchMessages(signedIn.caller, wanted.right)
        : fetchPublicMessages(realm.id, wanted.right))();
      if (isLeft(outcome)) return outcome;
      const page = outcome.right;
      const options = {
        reader: { user: signedIn?.user, realm, clientGravatar: given.client_gravatar },
        topicLinks: findTopicLinks,
        applyMarkdown: given.apply_markdown,
        allowEmptyTopic: given.allow_empty_topic_name,
      };
      const state = await readState(realm.id);
      return right({
        messages: new JsonList(page.messages, (one) => ({
          ...encodeFlagged(options, state)(one),
          ...encodeMatch(page.highlighted?.get(one.message.id)),
        })),
        ...(given.message_ids === undefined && {
          anchor: page.anchor,
          found_anchor: page.foundAnchor,
          found_oldest: page.foundOldest,
          found_newest: page.foundNewest,
        }),
        history_limited: false,
      });
    },
});

const fetchMessageEndpoint = endpoint({
  method: "get",
  at: "/messages/{message_id}",
  caller: "spectator",
  summary: "One message",
  path: { message_id: required(messageId) },
  params: { apply_markdown: withDefault(bool, true), allow_empty_topic_name: withDefault(bool, false) },
  response: { message: { type: "object" }, raw_content: { type: "string" } },
  use: { fetchMessage, fetchPublicMessage, findTopicLinks, readState },
  run:
    ({ fetchMessage, fetchPublicMessage, findTopicLinks, readState }, { realm, signedIn }, given) =>
    async () => {
      const outcome = await (signedIn
        ? fetchMessage(signedIn.caller, given.message_id)
        : fetchPublicMessage(realm.id, given.message_id))();
      if (isLeft(outcome)) return outcome;
      const options = {
        reader: { user: signedIn?.user, realm, clientGravatar: false },
        topicLinks: findTopicLinks,
        applyMarkdown: given.apply_markdown,
        allowEmptyTopic: given.allow_empty_topic_name,
      };
      const state = await readState(realm.id);
      return right({
        message: encodeFlagged(options, state)(outcome.right),
        raw_content: outcome.right.message.content,
      });
    },
});

const matchNarrowEndpoint = endpoint({
  method: "get",
  at: "/messages/matches_narrow",
  caller: "user",
  summary: "Which of some messages a narrow holds",
  path: {},
  params: { msg_ids: required(messageIds), narrow: required(narrow) },
  response: { messages: { type: "object" } },
  use: matchNarrow,
  run: (matchNarrow, { caller }, given) =>
    map((found: ReadonlyMap<number, Highlighted>) => ({
      messages: Object.fromEntries([...found].map(([id, one]) => [id, encodeMatch(one)])),
    }))(matchNarrow(caller, given.msg_ids, given.narrow)),
});

const deleteMessageEndpoint = endpoint({
  method: "delete",
  at: "/messages/{message_id}",
  section: "4.18",
  caller: "user",
  summary: "Delete a message for everyone",
  path: { message_id: required(messageId) },
  params: {},
  response: {},
  use: deleteMessage,
  run: (deleteMessage, { caller }, { message_id }) => done(deleteMessage(caller, message_id)),
});

export const messageEndpoints = [
  sendMessageEndpoint,
  renderMessageEndpoint,
  fetchMessagesEndpoint,
  fetchMessageEndpoint,
  matchNarrowEndpoint,
  deleteMessageEndpoint,
];
