import type { ServerResponse } from "node:http";

/** How long an answer may stay unread, in milliseconds, before its connection is cut off. */
export const longestUnread = 120_000;

/**
 * What a caller's clients haven't read yet. A continuing answer, such as a stream, is counted through this; others
 * count when they end.
 */
export interface UnreadLimit {
  /** Whether the response's caller has so much unread that nothing more may be written to them. */
  hasTooMuch(response: ServerResponse): boolean;
  /** Counts what was written to the response until its client has read it, and cuts the client off after so many milliseconds. */
  count(response: ServerResponse, longest: number): void;
}
