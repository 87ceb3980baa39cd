import type { Unread } from "../../src/domain/unread";

/** The ids of what is unread, ascending. */
export const idsOf = ({ topics }: Unread): readonly number[] =>
  topics.flatMap(({ messageIds }) => messageIds).sort((a, b) => a - b);
