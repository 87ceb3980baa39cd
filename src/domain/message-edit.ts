import * as t from "io-ts";
import { entity, optional } from "./codec";
import { sizeOf } from "./own-lists";

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

/**
 * What a message keeps of its past. Content is edited no further once `contentEdits` or `keptLength` (of Markdown and
 * HTML, in UTF-16 units) is reached: what somebody said stays on record. Messages can be moved without end; of moves
 * beyond `entries`, the first and the newest are kept.
 */
export const editLimits = { contentEdits: 100, keptLength: 500_000, entries: 200 } as const;

/** The bytes that an edit keeps of what a message said. */
export const editSize = ({ content }: MessageEdit): number =>
  content ? sizeOf(content.before, content.renderedBefore) : 0;

/** Whether what a message says can't change any more. */
export const isEditedOut = (edits: readonly MessageEdit[]): boolean => {
  const texts = edits.flatMap(({ content }) => (content ? [content] : []));
  const kept = texts.reduce(
    (sum, { before, renderedBefore }) => sum + before.length + renderedBefore.length,
    0,
  );
  return texts.length >= editLimits.contentEdits || kept >= editLimits.keptLength;
};

/** The edits with one more. Where they are full, the oldest move after the first makes way. */
export const withEdit = (edits: readonly MessageEdit[], edit: MessageEdit): readonly MessageEdit[] => {
  if (edits.length < editLimits.entries) return [...edits, edit];
  const [, second] = edits.flatMap(({ content }, place) => (content ? [] : [place]));
  return [...edits.filter((_, place) => place !== second), edit];
};

/** The edits as far as they moved the message: where nobody may see what it said before. */
export const movesAmong = (edits: readonly MessageEdit[]): readonly MessageEdit[] =>
  edits.flatMap(({ content: _, ...move }) => (move.topic || move.channel ? [move] : []));
