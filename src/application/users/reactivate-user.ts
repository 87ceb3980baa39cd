import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, insufficientPermission } from "../../domain/errors";
import type { User } from "../../domain/user";
import { checkBotName, mayMakeBot } from "../bots/check-bot";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { userToChange } from "./check-user";

/** A bot comes back for whoever could make it, unless its name was taken meanwhile. */
const checkBot = ({ state, now }: Transaction, actor: User, user: User): Either<ApiError, unknown> => {
  if (user.bot === null) return right(undefined);
  return mayMakeBot(state, actor, user.bot.type, now)
    ? checkBotName(state, user.fullName, user.id)
    : left(insufficientPermission);
};

/** Brings an account back. The key that it had has ended for good: the user logs in for a new one. */
export const reactivateUser =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, userId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const actor = callerIn(tx.state, caller);
      if (isLeft(actor)) return actor;
      const target = userToChange(tx.state, actor.right, userId, { bots: true, deactivated: true }, tx.now);
      if (isLeft(target)) return target;
      const user = target.right;
      const allowed = checkBot(tx, actor.right, user);
      if (isLeft(allowed)) return allowed;
      if (user.isActive) return right(undefined);
      // A bot without an active owner comes to whoever brings it back.
      const ownerId = user.bot?.ownerId ?? null;
      if (user.bot && ownerId !== null && !tx.state.users.get(ownerId)?.isActive)
        tx.append({ type: "bot_changed", userId, change: { ownerId: actor.right.id } });
      if (user.isDeleted) tx.append({ type: "user_changed", userId, change: { isDeleted: false } });
      tx.append({
        type: "user_reactivated",
        userId,
        firstMessageId: tx.nextMessageId,
        apiKeyVersion: user.apiKeyVersion + 1,
      });
      return right(undefined);
    });
