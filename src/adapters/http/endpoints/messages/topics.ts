import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { findChannelId } from "../../../../application/channels/find-channel-id";
import { deleteTopic } from "../../../../application/messages/delete-topic";
import { listPublicTopics } from "../../../../application/topics/list-public-topics";
import { listTopics } from "../../../../application/topics/list-topics";
import { setTopicPolicy } from "../../../../application/topics/set-topic-policy";
import type { ChannelId } from "../../../../domain/ids";
import { type TopicPolicy, topicPolicies } from "../../../../domain/topics/topic-policy";
import { topicOf } from "../../../zulip-wire/codecs/message-destination";
import { channelId, channelName } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { bool, nat, oneOf, text, type WireType, wireType } from "../../../zulip-wire/codecs/wire-type";
import { EncodedList } from "../../../zulip-wire/json";
import { malformedRequest } from "../../../zulip-wire/malformed-request";
import { writeTopics } from "../../../zulip-wire/topics";
import { done, endpoint } from "../../declaration/endpoint";
import type { HttpError } from "../../reply/http-error";

const missingStream = malformedRequest("Please supply 'stream'.");

const listTopicsEndpoint = endpoint({
  method: "get",
  at: "/users/me/{stream_id}/topics",
  section: "4.13",
  caller: "spectator",
  cost: "list",
  summary: "List the topics of a channel, newest first",
  path: { stream_id: required(channelId) },
  params: { allow_empty_topic_name: withDefault(bool, false) },
  response: {
    topics: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, max_id: { type: "integer" } } },
    },
  },
  use: { listPublicTopics, listTopics },
  run: ({ listPublicTopics, listTopics }, { realm, signedIn }, input) =>
    pipe(
      signedIn ? listTopics(signedIn.caller, input.stream_id) : listPublicTopics(realm.id, input.stream_id),
      TE.map((topics) => ({ topics: new EncodedList(writeTopics(topics, input.allow_empty_topic_name)) })),
    ),
});

/** A topic policy as its number. */
const visibilityPolicy: WireType<TopicPolicy> = wireType(
  { ...nat, schema: { type: "integer", enum: [0, 1, 2, 3] } },
  (value, name) => {
    const policy = /^\d$/.test(value) ? topicPolicies[Number(value)] : undefined;
    return policy === undefined ? E.left(`Invalid ${name}`) : E.right(policy);
  },
);

const setTopicPolicyEndpoint = endpoint({
  method: "post",
  at: "/user_topics",
  caller: "user",
  summary: "Mute, unmute or follow a topic, or let it inherit the channel's setting",
  path: {},
  params: {
    stream_id: required(channelId),
    topic: required(text),
    visibility_policy: required(visibilityPolicy),
  },
  response: {},
  use: setTopicPolicy,
  run: (setTopicPolicy, { caller }, input) =>
    done(setTopicPolicy(caller, input.stream_id, topicOf(input.topic), input.visibility_policy)),
});

/** For older clients, which can only mute topics. */
const muteTopicEndpoint = endpoint({
  method: "patch",
  at: "/users/me/subscriptions/muted_topics",
  caller: "user",
  summary: "Mute or unmute a topic",
  path: {},
  params: {
    stream: optional(channelName),
    stream_id: optional(channelId),
    topic: required(text),
    op: required(oneOf("add", "remove")),
  },
  response: {},
  use: { findChannelId, setTopicPolicy },
  run: ({ findChannelId, setTopicPolicy }, { caller }, { stream, stream_id, topic, op }) => {
    const found: TE.TaskEither<HttpError, ChannelId> =
      stream_id === undefined && stream !== undefined
        ? findChannelId(caller, stream)
        : pipe(stream_id, TE.fromNullable(missingStream));
    return pipe(
      found,
      TE.chainW((id) => setTopicPolicy(caller, id, topicOf(topic), op === "add" ? "muted" : "inherit")),
      done,
    );
  },
});

const deleteTopicEndpoint = endpoint({
  method: "post",
  at: "/streams/{stream_id}/delete_topic",
  caller: "user",
  cost: "bulk",
  summary: "Delete the messages of a topic. Call again until `complete` is true",
  path: { stream_id: required(channelId) },
  params: { topic_name: required(text) },
  response: { complete: { type: "boolean" } },
  use: deleteTopic,
  run: (deleteTopic, { caller }, { stream_id, topic_name }) =>
    pipe(
      deleteTopic(caller, stream_id, topicOf(topic_name)),
      TE.map((complete) => ({ complete })),
    ),
});

export const topicEndpoints = [
  listTopicsEndpoint,
  deleteTopicEndpoint,
  setTopicPolicyEndpoint,
  muteTopicEndpoint,
];
