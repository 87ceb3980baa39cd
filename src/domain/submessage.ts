import * as t from "io-ts";
import { entity } from "./codec";

/** What is attached to a message after it: the beginning of a poll, a vote, a task. API §4.21. */
export interface Submessage {
  readonly id: number;
  readonly senderId: number;
  /** `widget` for all that clients know. */
  readonly kind: string;
  /** JSON. */
  readonly content: string;
}

export const submessageCodec = entity<Submessage>({
  id: t.number,
  senderId: t.number,
  kind: t.string,
  content: t.string,
});

/** In Unicode code points. */
export const submessageLimits = { kindLength: 100, contentLength: 10_000 } as const;
