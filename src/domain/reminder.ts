import * as t from "io-ts";
import { entity } from "./codec";

/** A wish to be reminded of a message at a time. */
export interface Reminder {
  readonly id: number;
  readonly messageId: number;
  /** What the reminder will say, in Markdown, and what it is now; when it is due, it is written again. */
  readonly content: string;
  readonly renderedContent: string;
  /** What the user wants to be told with it; empty for nothing. */
  readonly note: string;
  /** Unix seconds. */
  readonly remindAt: number;
}

export const reminderCodec = entity<Reminder>({
  id: t.number,
  messageId: t.number,
  content: t.string,
  renderedContent: t.string,
  note: t.string,
  remindAt: t.number,
});

/** In code points. */
export const reminderLimits = { noteLength: 1000 } as const;
