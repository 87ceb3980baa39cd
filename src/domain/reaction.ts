import * as t from "io-ts";
import { entity } from "./codec";
import { type EmojiReference, emojiReferenceCodec } from "./emoji";

/** What somebody thinks of a message, in one emoji. */
export interface Reaction {
  readonly userId: number;
  readonly emoji: EmojiReference;
}

export const reactionCodec = entity<Reaction>({ userId: t.number, emoji: emojiReferenceCodec });

/** Whether two references are to the same emoji, whatever name it was picked by. */
export const isSameEmoji = (a: Omit<EmojiReference, "name">, b: Omit<EmojiReference, "name">): boolean =>
  a.code === b.code && a.kind === b.kind;
