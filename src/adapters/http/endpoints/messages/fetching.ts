import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { FlaggedMessage } from "../../../../application/access/message-access";
import { fetchMessage } from "../../../../application/messages/fetch-message";
import { fetchMessages } from "../../../../application/messages/fetch-messages";
import { fetchPublicMessage } from "../../../../application/messages/fetch-public-message";
import { fetchPublicMessages } from "../../../../application/messages/fetch-public-messages";
import { matchNarrow } from "../../../../application/messages/match-narrow";
import type { Highlighted } from "../../../../application/ports/messages/message-finder";
import { readRealmState } from "../../../../application/realm/read-realm-state";
import { findTopicLinks } from "../../../../application/topics/find-topic-links";
import { pageRequestIn, windowParameters } from "../../../zulip-wire/codecs/message-window";
import { messageId, messageIds } from "../../../zulip-wire/codecs/named-parameters";
import { narrow } from "../../../zulip-wire/codecs/narrow";
import { required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { bool } from "../../../zulip-wire/codecs/wire-type";
import { encodeFlags, encodeMessage, type MessageOptions } from "../../../zulip-wire/encode/message";
import { JsonDictionary, JsonList } from "../../../zulip-wire/json";
import { endpoint } from "../../declaration/endpoint";

const encodeFlagged =
  (options: MessageOptions, state: Parameters<typeof encodeMessage>[1]) =>
  ({ message, flags }: FlaggedMessage) => ({
    ...encodeMessage(message, state, options),
    flags: encodeFlags(flags),
  });

/** Search matches in a message, as highlighted HTML. */
const encodeMatch = (found: Highlighted | undefined): object =>
  found ? { match_content: found.content, match_subject: found.topic } : {};

const fetchMessagesEndpoint = endpoint({
  method: "get",
  at: "/messages",
  caller: "spectator",
  cost: "messages",
  summary: "Get messages around an anchor in a narrow",
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
  use: { fetchMessages, fetchPublicMessages, findTopicLinks, readRealmState },
  run: (
    { fetchMessages, fetchPublicMessages, findTopicLinks, readRealmState },
    { realm, signedIn },
    input,
  ) => {
    const options = {
      reader: { user: signedIn?.user, realm, clientGravatar: input.client_gravatar },
      topicLinks: findTopicLinks,
      applyMarkdown: input.apply_markdown,
      allowEmptyTopic: input.allow_empty_topic_name,
    };
    return pipe(
      TE.Do,
      TE.bind("request", () => TE.fromEither(pageRequestIn(input))),
      TE.bindW("page", ({ request }) =>
        signedIn ? fetchMessages(signedIn.caller, request) : fetchPublicMessages(realm.id, request),
      ),
      TE.bindW("state", () => TE.fromTask(() => readRealmState(realm.id))),
      TE.map(({ page, state }) => ({
        messages: new JsonList(page.messages, (one) => ({
          ...encodeFlagged(options, state)(one),
          ...encodeMatch(page.highlighted?.get(one.message.id)),
        })),
        ...(input.message_ids === undefined && {
          anchor: page.anchor,
          found_anchor: page.foundAnchor,
          found_oldest: page.foundOldest,
          found_newest: page.foundNewest,
        }),
        history_limited: false,
      })),
    );
  },
});

const fetchMessageEndpoint = endpoint({
  method: "get",
  at: "/messages/{message_id}",
  caller: "spectator",
  summary: "Get a message",
  path: { message_id: required(messageId) },
  params: { apply_markdown: withDefault(bool, true), allow_empty_topic_name: withDefault(bool, false) },
  response: { message: { type: "object" }, raw_content: { type: "string" } },
  use: { fetchMessage, fetchPublicMessage, findTopicLinks, readRealmState },
  run: ({ fetchMessage, fetchPublicMessage, findTopicLinks, readRealmState }, { realm, signedIn }, input) => {
    const options = {
      reader: { user: signedIn?.user, realm, clientGravatar: false },
      topicLinks: findTopicLinks,
      applyMarkdown: input.apply_markdown,
      allowEmptyTopic: input.allow_empty_topic_name,
    };
    return pipe(
      TE.Do,
      TE.bind("found", () =>
        signedIn
          ? fetchMessage(signedIn.caller, input.message_id)
          : fetchPublicMessage(realm.id, input.message_id),
      ),
      TE.bindW("state", () => TE.fromTask(() => readRealmState(realm.id))),
      TE.map(({ found, state }) => ({
        message: encodeFlagged(options, state)(found),
        raw_content: found.message.content,
      })),
    );
  },
});

const matchNarrowEndpoint = endpoint({
  method: "get",
  at: "/messages/matches_narrow",
  caller: "user",
  cost: "messages",
  summary: "Check which of the named messages are in a narrow",
  path: {},
  params: { msg_ids: required(messageIds), narrow: required(narrow) },
  response: { messages: { type: "object" } },
  use: matchNarrow,
  run: (matchNarrow, { caller }, input) =>
    pipe(
      matchNarrow(caller, input.msg_ids, input.narrow),
      TE.map((matches) => ({
        messages: new JsonDictionary(matches, encodeMatch),
      })),
    ),
});

export const fetchingEndpoints = [fetchMessagesEndpoint, fetchMessageEndpoint, matchNarrowEndpoint];
