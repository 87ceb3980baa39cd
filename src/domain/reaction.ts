import type { EmojiReference } from "./emoji";

/** What somebody thinks of a message, in one emoji. */
export interface Reaction {
  readonly userId: number;
  readonly emoji: EmojiReference;
}

/** Whether two references are to the same emoji, whatever name it was picked by. */
export const isSameEmoji = (a: Omit<EmojiReference, "name">, b: Omit<EmojiReference, "name">): boolean =>
  a.code === b.code && a.kind === b.kind;
