import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { deleteMessage } from "../../../../application/messages/delete-message";
import { linkSentMessage } from "../../../../application/messages/link-sent-message";
import { renderMessage } from "../../../../application/messages/render-message";
import { sendMessage } from "../../../../application/messages/send-message";
import { submessageLimits } from "../../../../domain/messages/submessage";
import { topicPolicies } from "../../../../domain/topics/topic-policy";
import { destinationOf } from "../../../zulip-wire/codecs/message-destination";
import { markdown, messageId, names, naming } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { bool, oneOf, rawText, text, textUpTo, upTo } from "../../../zulip-wire/codecs/wire-type";
import { encodeSentLink } from "../../../zulip-wire/encode/sent-link";
import { type MalformedRequest, malformedRequest } from "../../../zulip-wire/malformed-request";
import { done, endpoint } from "../../declaration/endpoint";
import { isTypedIn } from "../../request/human-client";

const longestKey = 255;

const idempotencyKeyTooLong = malformedRequest(
  `Idempotency-Key is too long (limit: ${longestKey} characters)`,
);

interface SendKeyParts {
  readonly idempotencyKey: string | undefined;
  readonly queueId: string | undefined;
  readonly localId: string | undefined;
}

/** The key that makes a send idempotent: the Idempotency-Key header, else the client's queue and local id. */
const sendKey = ({
  idempotencyKey,
  queueId,
  localId,
}: SendKeyParts): E.Either<MalformedRequest, string | undefined> => {
  if (idempotencyKey === undefined)
    return E.right(
      queueId !== undefined && localId !== undefined ? `local ${queueId} ${localId}` : undefined,
    );
  return idempotencyKey.length > longestKey
    ? E.left(idempotencyKeyTooLong)
    : E.right(`key ${idempotencyKey}`);
};

/** The destination of a message, in any of the accepted forms. */
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
  use: { linkSentMessage, sendMessage },
  // The path that matters most: chaining would cost closures and promises.
  run:
    ({ linkSentMessage, sendMessage }, { caller, realm, idempotencyKey }, input) =>
    async () => {
      const { queue_id: queueId, local_id: localId } = input;
      const to = destinationOf(input.type, input.to, input.topic);
      if (E.isLeft(to)) return to;
      const key = sendKey({ idempotencyKey, queueId, localId });
      if (E.isLeft(key)) return key;
      const sent = await sendMessage(caller, {
        to: to.right,
        content: input.content,
        readBySender: input.read_by_sender ?? isTypedIn(caller.client),
        ...(queueId !== undefined && localId !== undefined && { origin: { queueId, localId } }),
        ...(key.right !== undefined && { key: key.right }),
        ...(input.widget_content !== undefined && { widget: input.widget_content }),
      })();
      if (E.isLeft(sent)) return sent;
      const { id, raisedPolicy } = sent.right;
      const link = await linkSentMessage(caller, sent.right);
      return E.right({
        id,
        ...(raisedPolicy && { automatic_new_visibility_policy: topicPolicies.indexOf(raisedPolicy) }),
        ...(link && encodeSentLink(link, realm)),
      });
    },
});

const renderMessageEndpoint = endpoint({
  method: "post",
  at: "/messages/render",
  section: "4.19",
  caller: "user",
  summary: "Render Markdown as the HTML of a message",
  path: {},
  params: { content: required(markdown) },
  response: { rendered: { type: "string" } },
  use: renderMessage,
  run: (renderMessage, { caller }, { content }) =>
    pipe(
      renderMessage(caller, content),
      TE.map((rendered) => ({ rendered })),
    ),
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

export const messageEndpoints = [sendMessageEndpoint, renderMessageEndpoint, deleteMessageEndpoint];
