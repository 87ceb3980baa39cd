/** What is attached to a message after it: the beginning of a poll, a vote, a task. API §4.21. */
export interface Submessage {
  readonly id: number;
  readonly senderId: number;
  /** `widget` for all that clients know. */
  readonly kind: string;
  /** JSON. */
  readonly content: string;
}

/** In Unicode code points. */
export const submessageLimits = { kindLength: 100, contentLength: 10_000 } as const;
