import { left } from "fp-ts/Either";
import { signalEditing } from "../../../application/typing/signal-editing";
import { signalTyping } from "../../../application/typing/signal-typing";
import { badRequest } from "../../../domain/errors";
import { topicOf } from "../codecs/message-destination";
import { messageId, names, naming, userIds } from "../codecs/naming";
import { optional, required, withDefault } from "../codecs/parameter";
import { int, oneOf, text } from "../codecs/wire-type";
import { done, endpoint } from "../endpoint";

const op = required(oneOf("start", "stop"));

const signalTypingEndpoint = endpoint({
  method: "post",
  at: "/typing",
  section: "4.1",
  caller: "user",
  summary: "Tell others that one types a message, or no longer",
  path: {},
  params: {
    type: withDefault(oneOf("direct", "stream", "channel"), "direct" as const),
    op,
    to: optional(userIds),
    stream_id: optional(naming(int, names.channel())),
    topic: optional(text),
  },
  response: {},
  use: signalTyping,
  run: (signalTyping, { caller }, given) => {
    if (given.type === "direct")
      return given.to === undefined
        ? async () => left(badRequest("Missing 'to' argument"))
        : done(signalTyping(caller, given.op, { kind: "direct", userIds: given.to }));
    if (given.stream_id === undefined) return async () => left(badRequest("Missing channel ID"));
    if (given.topic === undefined) return async () => left(badRequest("Missing topic"));
    const target = { kind: "channel", channelId: given.stream_id, topic: topicOf(given.topic) } as const;
    return done(signalTyping(caller, given.op, target));
  },
});

const signalEditingEndpoint = endpoint({
  method: "post",
  at: "/messages/{message_id}/typing",
  section: "4.14",
  caller: "user",
  summary: "Tell others that one edits a message, or no longer",
  path: { message_id: required(messageId) },
  params: { op },
  response: {},
  use: signalEditing,
  run: (signalEditing, { caller }, given) => done(signalEditing(caller, given.op, given.message_id)),
});

export const typingEndpoints = [signalTypingEndpoint, signalEditingEndpoint];
