import { foldCase } from "./fold-case";
import { groupedBy } from "./grouped-by";
import type { Conversation } from "./message";

/** What somebody has not read of a topic, or of a direct conversation. Ids ascend. */
export interface UnreadTopic {
  readonly conversation: Conversation;
  readonly topic: string;
  readonly messageIds: readonly number[];
  /** Those of them that mention the reader, by name or with others. */
  readonly mentionIds: readonly number[];
}

/** What somebody has not read. */
export interface Unread {
  /** The one with the oldest message first. */
  readonly topics: readonly UnreadTopic[];
  /** Whether there are older messages than these. */
  readonly isCut: boolean;
}

const oldestOf = ({ messageIds }: UnreadTopic): number => messageIds[0] ?? 0;
const ascending = (ids: readonly number[]): readonly number[] => [...ids].sort((a, b) => a - b);

/**
 * What is unread, from the newest `limit + 1` messages: topics that differ in case only are one, by the name that its
 * oldest message has.
 */
export const unreadIn = (found: readonly UnreadTopic[], limit: number): Unread => {
  const oldestFirst = [...found].sort((a, b) => oldestOf(a) - oldestOf(b));
  const keyOf = ({ conversation, topic }: UnreadTopic): string => `${conversation.id} ${foldCase(topic)}`;
  const all = [...groupedBy(oldestFirst, keyOf).values()].flatMap(asOne);
  const isCut = all.reduce((count, { messageIds }) => count + messageIds.length, 0) > limit;
  return { topics: isCut ? withoutOldest(all) : all, isCut };
};

/** A topic that was written in several ways. */
const asOne = (same: readonly UnreadTopic[]): readonly UnreadTopic[] => {
  const [first] = same;
  if (first === undefined || same.length === 1) return same;
  return [
    {
      ...first,
      messageIds: ascending(same.flatMap(({ messageIds }) => messageIds)),
      mentionIds: ascending(same.flatMap(({ mentionIds }) => mentionIds)),
    },
  ];
};

const withoutOldest = ([first, ...others]: readonly UnreadTopic[]): readonly UnreadTopic[] => {
  if (first === undefined) return [];
  const [oldest, ...messageIds] = first.messageIds;
  const left = { ...first, messageIds, mentionIds: first.mentionIds.filter((id) => id !== oldest) };
  return messageIds.length === 0
    ? others
    : [...others, left].sort((one, other) => oldestOf(one) - oldestOf(other));
};
