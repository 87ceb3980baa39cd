import { type Either, left, right } from "fp-ts/Either";
import type { Destination } from "../../../application/messages/message-target";
import { type ApiError, badRequest } from "../../../domain/errors";
import { emptyTopicName } from "../encode/message";

const parsed = (to: string): unknown => {
  // Most are plain names: an exception for each would cost more than the rest of the decoding.
  if (!/^[[{"\d-]|^(true|false|null)$/.test(to)) return to;
  try {
    return JSON.parse(to);
  } catch {
    return to;
  }
};

/** `(no topic)` and the name that clients show for it both mean the empty topic. API §4.1. */
export const topicOf = (topic: string): string =>
  ["(no topic)", emptyTopicName].includes(topic.trim()) ? "" : topic;

/**
 * Where a message goes. `to` is an id, a name, an address or a list of such, as JSON or plain text: an old
 * parameter that was read in many ways.
 */
export const destinationOf = (
  type: "direct" | "private" | "stream" | "channel",
  to: string,
  topic: string | undefined,
): Either<ApiError, Destination> =>
  type === "stream" || type === "channel" ? channelOf(to, topic) : recipientsOf(to);

const channelOf = (to: string, topic: string | undefined): Either<ApiError, Destination> => {
  let channel = parsed(to);
  if (Array.isArray(channel)) {
    if (channel.length !== 1) return left(badRequest("Expected exactly one channel"));
    [channel] = channel;
  }
  if (typeof channel !== "string" && !Number.isSafeInteger(channel))
    return left(badRequest("Invalid data type for channel"));
  if (topic === undefined) return left(badRequest("Missing topic"));
  return right({ kind: "channel", channel: channel as string | number, topic: topicOf(topic) });
};

const recipientsOf = (to: string): Either<ApiError, Destination> => {
  const value = parsed(to);
  const list: unknown[] =
    typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [value];
  const people = list.map((one) => (typeof one === "string" ? one.trim() : one)).filter((one) => one !== "");
  if (people.every((one) => typeof one === "string") || people.every((one) => Number.isSafeInteger(one)))
    return right({ kind: "direct", recipients: people as string[] | number[] });
  const known = people.every((one) => typeof one === "string" || Number.isSafeInteger(one));
  return left(
    badRequest(
      known
        ? "Recipient lists may contain emails or user IDs, but not both."
        : "Invalid data type for recipients",
    ),
  );
};
