import * as TE from "fp-ts/TaskEither";
import { signalEditing } from "../../../../application/typing/signal-editing";
import { signalTyping } from "../../../../application/typing/signal-typing";
import { topicOf } from "../../../zulip-wire/codecs/message-destination";
import { channelId, messageId, userIds } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { oneOf, text } from "../../../zulip-wire/codecs/wire-type";
import { malformedRequest } from "../../../zulip-wire/malformed-request";
import { done, endpoint } from "../../declaration/endpoint";

const op = required(oneOf("start", "stop"));

const missingTo = malformedRequest("Missing 'to' argument");
const missingChannelId = malformedRequest("Missing channel ID");
const missingTopic = malformedRequest("Missing topic");

const signalTypingEndpoint = endpoint({
  method: "post",
  at: "/typing",
  section: "4.1",
  caller: "user",
  summary: "Signal that the caller started or stopped typing a message",
  path: {},
  params: {
    type: withDefault(oneOf("direct", "stream", "channel"), "direct" as const),
    op,
    to: optional(userIds),
    stream_id: optional(channelId),
    topic: optional(text),
  },
  response: {},
  use: signalTyping,
  run: (signalTyping, { caller }, input) => {
    if (input.type === "direct")
      return input.to === undefined
        ? TE.left(missingTo)
        : done(signalTyping(caller, input.op, { kind: "direct", userIds: input.to }));
    if (input.stream_id === undefined) return TE.left(missingChannelId);
    if (input.topic === undefined) return TE.left(missingTopic);
    const target = { kind: "channel", channelId: input.stream_id, topic: topicOf(input.topic) } as const;
    return done(signalTyping(caller, input.op, target));
  },
});

const signalEditingEndpoint = endpoint({
  method: "post",
  at: "/messages/{message_id}/typing",
  section: "4.14",
  caller: "user",
  summary: "Signal that the caller started or stopped editing a message",
  path: { message_id: required(messageId) },
  params: { op },
  response: {},
  use: signalEditing,
  run: (signalEditing, { caller }, input) => done(signalEditing(caller, input.op, input.message_id)),
});

export const typingEndpoints = [signalTypingEndpoint, signalEditingEndpoint];
