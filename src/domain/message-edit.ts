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

/** The edits as far as they moved the message: where nobody may see what it said before. */
export const movesAmong = (edits: readonly MessageEdit[]): readonly MessageEdit[] =>
  edits.flatMap(({ content: _, ...move }) => (move.topic || move.channel ? [move] : []));
