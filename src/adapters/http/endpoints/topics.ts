import { map } from "fp-ts/TaskEither";
import type { Topic } from "../../../application/ports/message-reader";
import { topicOf } from "../codecs/message-destination";
import { required, withDefault } from "../codecs/parameter";
import { bool, nat, text } from "../codecs/wire-type";
import { topicName } from "../encode/message";
import { endpoint } from "../endpoint";

export const listTopics = endpoint({
  method: "get",
  at: "/users/me/{stream_id}/topics",
  section: "4.13",
  caller: "spectator",
  summary: "The topics of a channel, the newest first",
  path: { stream_id: required(nat) },
  params: { allow_empty_topic_name: withDefault(bool, false) },
  response: {
    topics: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, max_id: { type: "integer" } } },
    },
  },
  run: (app, { realm, signedIn }, given) =>
    map((topics: readonly Topic[]) => ({
      topics: topics.map(({ name, newestMessageId }) => ({
        name: topicName(name, given.allow_empty_topic_name),
        max_id: newestMessageId,
      })),
    }))(
      signedIn
        ? app.channels.listTopics(signedIn.caller, given.stream_id)
        : app.channels.listPublicTopics(realm.id, given.stream_id),
    ),
});

export const deleteTopic = endpoint({
  method: "post",
  at: "/streams/{stream_id}/delete_topic",
  caller: "user",
  summary: "Delete the messages of a topic; to be called again until it is complete",
  path: { stream_id: required(nat) },
  params: { topic_name: required(text) },
  response: { complete: { type: "boolean" } },
  run: (app, { caller }, { stream_id, topic_name }) =>
    map((complete: boolean) => ({ complete }))(
      app.channels.deleteTopic(caller, stream_id, topicOf(topic_name)),
    ),
});
