import * as E from "fp-ts/Either";
import type { Destination } from "../../../application/messages/shared/message-target";
import { invalidRecipientsType } from "../../../domain/users/refusals";
import { type MalformedRequest, malformedRequest } from "../malformed-request";
import { emptyTopicName } from "../topic-name";

const notExactlyOneChannel = malformedRequest("Expected exactly one channel");
const invalidChannelType = malformedRequest("Invalid data type for channel");
const missingTopic = malformedRequest("Missing topic");
const mixedRecipients = malformedRequest("Recipient lists may contain emails or user IDs, but not both.");

const parsed = (to: string): unknown => {
  // Most values are plain names, and a parse error for each would cost more than the rest of the decoding.
  if (!/^[[{"\d-]|^(true|false|null)$/.test(to)) return to;
  try {
    return JSON.parse(to);
  } catch {
    return to;
  }
};

type DestinationRefusal = MalformedRequest | typeof invalidRecipientsType;

/** Both `(no topic)` and the displayed name of the empty topic mean the empty topic. API §4.1. */
export const topicOf = (topic: string): string =>
  ["(no topic)", emptyTopicName].includes(topic.trim()) ? "" : topic;

/**
 * Decodes a destination. `to` has historical forms: an id, a name, an email address or a list of them, as JSON or
 * plain text.
 */
export const destinationOf = (
  type: "direct" | "private" | "stream" | "channel",
  to: string,
  topic: string | undefined,
): E.Either<DestinationRefusal, Destination> =>
  type === "stream" || type === "channel" ? channelOf(to, topic) : recipientsOf(to);

const isText = (value: unknown): value is string => typeof value === "string";
const isId = (value: unknown): value is number => Number.isSafeInteger(value);

const channelOf = (to: string, topic: string | undefined): E.Either<DestinationRefusal, Destination> => {
  let channel: unknown = parsed(to);
  if (Array.isArray(channel)) {
    if (channel.length !== 1) return E.left(notExactlyOneChannel);
    [channel] = channel;
  }
  if (typeof channel !== "string" && !isId(channel)) return E.left(invalidChannelType);
  if (topic === undefined) return E.left(missingTopic);
  return E.right({ kind: "channel", channel, topic: topicOf(topic) });
};

const recipientsOf = (to: string): E.Either<DestinationRefusal, Destination> => {
  const value = parsed(to);
  const list: unknown[] =
    typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [value];
  const people = list.map((one) => (typeof one === "string" ? one.trim() : one)).filter((one) => one !== "");
  if (people.every(isText) || people.every(isId)) return E.right({ kind: "direct", recipients: people });
  const isMixed = people.every((one) => isText(one) || isId(one));
  return E.left(isMixed ? mixedRecipients : invalidRecipientsType);
};
