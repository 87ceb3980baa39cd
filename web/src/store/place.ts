import { foldCase } from "../../../src/domain/text/fold-case";
import type { Message } from "../wire/wire";

/** A conversation: a topic of a channel, or a set of people including the user. */
export type Place =
  | { readonly kind: "topic"; readonly channelId: number; readonly topic: string }
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** Unique ids in ascending order. */
export const sortedIds = (ids: readonly number[]): readonly number[] =>
  [...new Set(ids)].sort((a, b) => a - b);

export const topicPlace = (channelId: number, topic: string): Place => ({ kind: "topic", channelId, topic });

/** The direct-message conversation with these people and the user. */
export const directPlace = (userIds: readonly number[]): Place => ({
  kind: "direct",
  userIds: sortedIds(userIds),
});

/** A key that is equal for the same conversation. Topics are compared without case. */
export const keyOf = (place: Place): string =>
  place.kind === "topic" ? `t${place.channelId} ${foldCase(place.topic)}` : `d${place.userIds.join(",")}`;

/** The place of a key; undefined if it is the key of something else. Topics come without capital letters. */
export const placeOfKey = (key: string): Place | undefined => {
  const [, channelId, topic = "", people] = /^(?:t(\d+) (.*)|d([\d,]+))$/.exec(key) ?? [];
  if (people !== undefined) return directPlace(people.split(",").map(Number));
  return channelId === undefined ? undefined : topicPlace(Number(channelId), topic);
};

export const placeOf = (
  message: Pick<Message, "type" | "stream_id" | "subject" | "display_recipient">,
): Place =>
  message.type === "stream"
    ? topicPlace(message.stream_id ?? 0, message.subject)
    : directPlace(
        typeof message.display_recipient === "string" ? [] : message.display_recipient.map(({ id }) => id),
      );
