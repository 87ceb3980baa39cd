import * as E from "fp-ts/Either";
import { entity } from "../codec/codec";
import { type EmojiReference, emojiReferenceCodec } from "../emoji/emoji";
import { type UserId, userIdCodec } from "../ids";
import { type ReactionError, tooManyReactions, tooManyReactionsBySender } from "./reaction-refusals";

/** One user's emoji reaction to a message. */
export interface Reaction {
  readonly userId: UserId;
  readonly emoji: EmojiReference;
}

export const reactionCodec = entity<Reaction>({ userId: userIdCodec, emoji: emojiReferenceCodec });

/** Whether two references are to the same emoji, whatever alias was picked. */
export const isSameEmoji = (a: Omit<EmojiReference, "name">, b: Omit<EmojiReference, "name">): boolean =>
  a.code === b.code && a.kind === b.kind;

/** Limits per message: large groups can vote by reacting, but one user can't flood a message. */
export const reactionLimits = { bySender: 50, inAll: 10_000 } as const;

/** Whether the user can add another reaction. */
export const checkReaction = (
  existing: readonly Reaction[],
  userId: UserId,
): E.Either<ReactionError, undefined> => {
  const { bySender, inAll } = reactionLimits;
  if (existing.filter((reaction) => reaction.userId === userId).length >= bySender)
    return E.left(tooManyReactionsBySender(bySender));
  return existing.length >= inAll ? E.left(tooManyReactions) : E.right(undefined);
};
