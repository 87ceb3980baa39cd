import { isLeft, left, right } from "fp-ts/Either";
import { map } from "fp-ts/TaskEither";
import { deleteTopic } from "../../../application/channels/delete-topic";
import { findChannelId } from "../../../application/channels/find-channel-id";
import { listPublicTopics, listTopics } from "../../../application/channels/list-topics";
import type { Topic } from "../../../application/ports/topic-reader";
import { setTopicPolicy } from "../../../application/topics/set-topic-policy";
import { badRequest } from "../../../domain/errors";
import { type TopicPolicy, topicPolicies } from "../../../domain/topic-policy";
import { topicOf } from "../codecs/message-destination";
import { channelId, channelName } from "../codecs/naming";
import { optional, required, withDefault } from "../codecs/parameter";
import { bool, nat, oneOf, text, type WireType } from "../codecs/wire-type";
import { topicName } from "../encode/message";
import { done, endpoint } from "../endpoint";

const listTopicsEndpoint = endpoint({
  method: "get",
  at: "/users/me/{stream_id}/topics",
  section: "4.13",
  caller: "spectator",
  summary: "The topics of a channel, the newest first",
  path: { stream_id: required(channelId) },
  params: { allow_empty_topic_name: withDefault(bool, false) },
  response: {
    topics: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, max_id: { type: "integer" } } },
    },
  },
  use: { listPublicTopics, listTopics },
  run: ({ listPublicTopics, listTopics }, { realm, signedIn }, given) =>
    map((topics: readonly Topic[]) => ({
      topics: topics.map(({ name, newestMessageId }) => ({
        name: topicName(name, given.allow_empty_topic_name),
        max_id: newestMessageId,
      })),
    }))(
      signedIn ? listTopics(signedIn.caller, given.stream_id) : listPublicTopics(realm.id, given.stream_id),
    ),
});

/** The policy that a number stands for. */
const visibilityPolicy: WireType<TopicPolicy> = {
  ...nat,
  decode: (value, name) => {
    const policy = /^\d$/.test(value) ? topicPolicies[Number(value)] : undefined;
    return policy === undefined ? left(`Invalid ${name}`) : right(policy);
  },
  schema: { type: "integer", enum: [0, 1, 2, 3] },
};

const setTopicPolicyEndpoint = endpoint({
  method: "post",
  at: "/user_topics",
  caller: "user",
  summary: "Mute, unmute or follow a topic, or leave it to its channel",
  path: {},
  params: {
    stream_id: required(channelId),
    topic: required(text),
    visibility_policy: required(visibilityPolicy),
  },
  response: {},
  use: setTopicPolicy,
  run: (setTopicPolicy, { caller }, given) =>
    done(setTopicPolicy(caller, given.stream_id, topicOf(given.topic), given.visibility_policy)),
});

/** The form of older clients: muting alone. */
const muteTopicEndpoint = endpoint({
  method: "patch",
  at: "/users/me/subscriptions/muted_topics",
  caller: "user",
  summary: "Mute a topic, or no longer",
  path: {},
  params: {
    stream: optional(channelName),
    stream_id: optional(channelId),
    topic: required(text),
    op: required(oneOf("add", "remove")),
  },
  response: {},
  use: { findChannelId, setTopicPolicy },
  run:
    ({ findChannelId, setTopicPolicy }, { caller }, given) =>
    async () => {
      const found =
        given.stream_id === undefined && given.stream !== undefined
          ? await findChannelId(caller, given.stream)()
          : right(given.stream_id);
      if (isLeft(found)) return found;
      if (found.right === undefined) return left(badRequest("Please supply 'stream'."));
      const policy = given.op === "add" ? "muted" : "inherit";
      const outcome = await setTopicPolicy(caller, found.right, topicOf(given.topic), policy)();
      return isLeft(outcome) ? outcome : right({});
    },
});

const deleteTopicEndpoint = endpoint({
  method: "post",
  at: "/streams/{stream_id}/delete_topic",
  caller: "user",
  cost: "bulk",
  summary: "Delete the messages of a topic; to be called again until it is complete",
  path: { stream_id: required(channelId) },
  params: { topic_name: required(text) },
  response: { complete: { type: "boolean" } },
  use: deleteTopic,
  run: (deleteTopic, { caller }, { stream_id, topic_name }) =>
    map((complete: boolean) => ({ complete }))(deleteTopic(caller, stream_id, topicOf(topic_name))),
});

export const topicEndpoints = [
  listTopicsEndpoint,
  deleteTopicEndpoint,
  setTopicPolicyEndpoint,
  muteTopicEndpoint,
];
