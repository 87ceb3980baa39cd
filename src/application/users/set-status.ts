import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { EmojiKind } from "../../domain/emoji";
import { type ApiError, badRequest } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { reordersText } from "../../domain/reordering";
import type { User } from "../../domain/user";
import { longestStatusText, type UserStatus } from "../../domain/user-status";
import { type Caller, callerIn, type Result } from "../caller";
import { checkEmoji } from "../emoji/check-emoji";
import type { EmojiCatalog } from "../ports/emoji-catalog";
import type { InTransaction } from "../transaction";
import { userToChange } from "./check-user";

/** What is to change of a status; undefined leaves it. */
export interface StatusInput {
  readonly text: string | undefined;
  readonly isAway: boolean | undefined;
  /** An empty name takes the emoji away. */
  readonly emojiName: string | undefined;
  readonly emojiCode: string | undefined;
  readonly emojiKind: EmojiKind | undefined;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly emoji: EmojiCatalog;
}

/** Sets the caller's own status, or for administrators another person's. */
export const setStatus =
  ({ inTransaction, emoji }: Ports) =>
  (caller: Caller, userId: number, input: StatusInput): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const actor = callerIn(tx.state, caller);
      if (isLeft(actor)) return actor;
      const target: Either<ApiError, User> =
        userId === caller.userId
          ? actor
          : userToChange(tx.state, actor.right, userId, { bots: false, deactivated: false }, tx.now);
      if (isLeft(target)) return target;
      const wanted = checkStatus(emoji, tx.state.emoji, input);
      if (isLeft(wanted)) return wanted;
      tx.append({ type: "user_status_changed", userId, change: wanted.right });
      return right(undefined);
    });

const checkStatus = (
  catalog: EmojiCatalog,
  own: RealmState["emoji"],
  input: StatusInput,
): Either<ApiError, Partial<UserStatus>> => {
  const { text, isAway, emojiName, emojiCode, emojiKind } = input;
  if (text === undefined && isAway === undefined && emojiName === undefined)
    return left(
      badRequest(
        emojiCode !== undefined || emojiKind !== undefined
          ? "Client must pass emoji_name if they pass either emoji_code or reaction_type."
          : "Client did not pass any new values.",
      ),
    );
  if (emojiName === undefined && (emojiCode !== undefined || emojiKind !== undefined))
    return left(badRequest("Client must pass emoji_name if they pass either emoji_code or reaction_type."));
  if (text !== undefined && [...text.trim()].length > longestStatusText)
    return left(badRequest(`status_text is too long (limit: ${longestStatusText} characters)`));
  if (text !== undefined && reordersText(text)) return left(badRequest("Invalid characters in status_text!"));
  const emoji =
    emojiName === undefined
      ? undefined
      : emojiName === ""
        ? right(null)
        : checkEmoji(catalog, own, { name: emojiName, code: emojiCode, kind: emojiKind });
  if (emoji !== undefined && isLeft(emoji)) return emoji;
  return right({
    ...(text !== undefined && { text: text.trim() }),
    ...(isAway !== undefined && { isAway }),
    ...(emoji !== undefined && { emoji: emoji.right }),
  });
};
