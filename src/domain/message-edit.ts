import * as t from "io-ts";
import { entity, optional } from "./codec";

/** One change of a message after it was sent. */
export interface MessageEdit {
  /** Unix seconds. */
  readonly editedAt: number;
  readonly userId: number;
  /** What it said before: Markdown, and what that became. */
  readonly content?: { readonly before: string; readonly renderedBefore: string };
  readonly topic?: { readonly before: string; readonly after: string };
  /** Channel ids. */
  readonly channel?: { readonly before: number; readonly after: number };
}

export const messageEditCodec = entity<MessageEdit>({
  editedAt: t.number,
  userId: t.number,
  content: optional(
    entity<NonNullable<MessageEdit["content"]>>({ before: t.string, renderedBefore: t.string }),
  ),
  topic: optional(entity<NonNullable<MessageEdit["topic"]>>({ before: t.string, after: t.string })),
  channel: optional(entity<NonNullable<MessageEdit["channel"]>>({ before: t.number, after: t.number })),
});

/** The edits as far as they moved the message: where nobody may see what it said before. */
export const movesAmong = (edits: readonly MessageEdit[]): readonly MessageEdit[] =>
  edits.flatMap(({ content: _, ...move }) => (move.topic || move.channel ? [move] : []));
