import type { Unread } from "../../../src/domain/messages/unread";

/** The ids of unread messages, ascending. */
export const idsOf = ({ topics }: Unread): readonly number[] =>
  topics.flatMap(({ messageIds }) => messageIds).sort((a, b) => a - b);
