import { foldCase } from "../../../src/domain/fold-case";
import type { Message } from "../api/wire";

/** Where a message is: a topic of a channel, or a set of people, the reader included. */
export type Place =
  | { readonly kind: "topic"; readonly channelId: number; readonly topic: string }
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** Ids in rising order, each once. */
export const sortedIds = (ids: readonly number[]): readonly number[] =>
  [...new Set(ids)].sort((a, b) => a - b);

export const topicPlace = (channelId: number, topic: string): Place => ({ kind: "topic", channelId, topic });

/** A conversation with people, whoever reads among them. */
export const directPlace = (userIds: readonly number[]): Place => ({
  kind: "direct",
  userIds: sortedIds(userIds),
});

/** A text that is the same for the same conversation. Topics differ by more than case. */
export const keyOf = (place: Place): string =>
  place.kind === "topic" ? `t${place.channelId} ${foldCase(place.topic)}` : `d${place.userIds.join(",")}`;

export const placeOf = (message: Omit<Message, "flags">): Place =>
  message.type === "stream"
    ? topicPlace(message.stream_id ?? 0, message.subject)
    : directPlace(
        typeof message.display_recipient === "string" ? [] : message.display_recipient.map(({ id }) => id),
      );
