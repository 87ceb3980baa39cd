import * as E from "fp-ts/Either";
import { entity } from "../codec/codec";
import { type EmojiReference, emojiReferenceCodec } from "../emoji/emoji";
import { type UserId, userIdCodec } from "../ids";
import {
  type ReactionError,
  reactionAlreadyExists,
  tooManyReactions,
  tooManyReactionsBySender,
} from "./reaction-refusals";

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

/** A message's reactions, as far as a user's next reaction depends on them. */
export interface ReactionsSoFar {
  /** Of everybody. */
  readonly count: number;
  /** The emoji of the user's own reactions, oldest first. */
  readonly own: readonly EmojiReference[];
  /** The emoji that the user chose, as the oldest reaction with it has it. */
  readonly chosen: EmojiReference | undefined;
}

/** Whether the user can add a reaction with this emoji. */
export const checkReaction = (
  { count, own }: Pick<ReactionsSoFar, "count" | "own">,
  emoji: EmojiReference,
): E.Either<ReactionError, undefined> => {
  const { bySender, inAll } = reactionLimits;
  if (own.some((one) => isSameEmoji(one, emoji))) return E.left(reactionAlreadyExists);
  if (own.length >= bySender) return E.left(tooManyReactionsBySender(bySender));
  return count >= inAll ? E.left(tooManyReactions) : E.right(undefined);
};
