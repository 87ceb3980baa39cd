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

/** What one message holds: as many people can react as vote, and nobody covers it by themselves. */
export const reactionLimits = { bySender: 50, inAll: 10_000 } as const;

/** Why somebody can't put one more on a message; undefined where they can. */
export const reactionRefusal = (there: readonly Reaction[], userId: number): string | undefined => {
  if (there.filter((one) => one.userId === userId).length >= reactionLimits.bySender)
    return `You can put at most ${reactionLimits.bySender} reactions on a message.`;
  return there.length >= reactionLimits.inAll ? "This message has too many reactions." : undefined;
};
