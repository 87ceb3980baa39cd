import { groupedBy } from "../collections/grouped-by";
import type { MessageId } from "../ids";
import { foldCase } from "../text/fold-case";
import type { Conversation } from "./message";

/** A user's unread messages in one topic or direct conversation. Ids ascend. */
export interface UnreadTopic {
  readonly conversation: Conversation;
  readonly topic: string;
  readonly messageIds: readonly MessageId[];
  /** The unread messages that mention the user, directly or through a group. */
  readonly mentionIds: readonly MessageId[];
  /** The unread messages that mention the user only through a wildcard. */
  readonly wildcardIds: readonly MessageId[];
}

/** A user's unread messages. */
export interface Unread {
  /** Ordered by oldest unread message. */
  readonly topics: readonly UnreadTopic[];
  /** Whether older unread messages were left out. */
  readonly isCut: boolean;
}

const oldestOf = ({ messageIds }: UnreadTopic): number => messageIds[0] ?? 0;
const ascending = (ids: readonly MessageId[]): readonly MessageId[] => [...ids].sort((a, b) => a - b);

/**
 * Groups the newest `limit + 1` unread messages by topic. Topics that differ only in case are merged under the
 * spelling of the oldest message.
 */
export const unreadIn = (found: readonly UnreadTopic[], limit: number): Unread => {
  const oldestFirst = [...found].sort((a, b) => oldestOf(a) - oldestOf(b));
  const keyOf = ({ conversation, topic }: UnreadTopic): string => `${conversation.id} ${foldCase(topic)}`;
  const all = [...groupedBy(oldestFirst, keyOf).values()].flatMap(mergeSpellings);
  const isCut = all.reduce((count, { messageIds }) => count + messageIds.length, 0) > limit;
  return { topics: isCut ? withoutOldest(all) : all, isCut };
};

/** Merges the spellings of one topic. */
const mergeSpellings = (same: readonly UnreadTopic[]): readonly UnreadTopic[] => {
  const [first] = same;
  if (first === undefined || same.length === 1) return same;
  return [
    {
      ...first,
      messageIds: ascending(same.flatMap(({ messageIds }) => messageIds)),
      mentionIds: ascending(same.flatMap(({ mentionIds }) => mentionIds)),
      wildcardIds: ascending(same.flatMap(({ wildcardIds }) => wildcardIds)),
    },
  ];
};

const withoutOldest = ([first, ...others]: readonly UnreadTopic[]): readonly UnreadTopic[] => {
  if (first === undefined) return [];
  const [oldest, ...messageIds] = first.messageIds;
  const left = {
    ...first,
    messageIds,
    mentionIds: first.mentionIds.filter((id) => id !== oldest),
    wildcardIds: first.wildcardIds.filter((id) => id !== oldest),
  };
  return messageIds.length === 0
    ? others
    : [...others, left].sort((one, other) => oldestOf(one) - oldestOf(other));
};
