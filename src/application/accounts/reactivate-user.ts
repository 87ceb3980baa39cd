import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { BotError } from "../../domain/bots/refusals";
import { type CallerError, insufficientPermission, mustBe } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import { canGetBot, checkOwnedBots, mayMakeBot } from "../../domain/policy/bot-policy";
import { outranks } from "../../domain/policy/user-access";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { userToChange } from "../access/check-user";
import { appendRegistrationsEnd } from "../api-keys/shared/append-registrations-end";
import { nextKeyVersion } from "../api-keys/shared/key-renewed";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { leaveHiddenChannels } from "../channels/shared/leave-hidden-channels";
import { closeInvitationsOf } from "../invitations/shared/close-invitations";
import type { InTransaction, Transaction } from "../transaction";
import { checkBotName } from "../users/shared/check-profile";
import { withdrawalOfRest } from "./shared/deactivation";

/** A bot can be reactivated by anyone who could create it, unless its name has been taken. */
const checkBot = (
  { state, now }: Transaction,
  actor: User,
  user: User,
): E.Either<BotError | CallerError, unknown> => {
  if (user.bot === null) return E.right(undefined);
  return mayMakeBot(state, actor, user.bot.type, now)
    ? checkBotName(state, user.fullName, user.id)
    : E.left(insufficientPermission);
};

/**
 * Reactivates an account, if it has no more rights than the caller. Its old API key stays invalid: the user logs in for a new
 * one.
 */
export const reactivateUser =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, userId: UserId): TaskEither<BotError | CallerError | LimitError | UserError, void> =>
    asCaller(inTransaction, caller, async (tx, actor) => {
      const target = userToChange(tx.state, actor, userId, { bots: true, deactivated: true }, tx.now);
      if (E.isLeft(target)) return target;
      const user = target.right;
      // Otherwise a caller who knows the password could use an account with more rights, or become the owner of a more
      // powerful bot.
      if (outranks(tx.state, user, actor))
        return E.left(user.bot === null ? mustBe("owner") : insufficientPermission);
      const allowed = checkBot(tx, actor, user);
      if (E.isLeft(allowed)) return allowed;
      if (user.isActive) return E.right(undefined);
      // A bot without an active owner goes to the caller.
      const ownerId = user.bot?.ownerId ?? null;
      const isTaken = user.bot !== null && ownerId !== null && !tx.state.users.get(ownerId)?.isActive;
      if (isTaken) {
        if (!canGetBot(tx.state, actor, user, tx.now)) return E.left(insufficientPermission);
        const room = checkOwnedBots(tx.state, actor.id);
        if (E.isLeft(room)) return room;
        tx.append({ type: "bot_changed", userId, change: { ownerId: actor.id } });
        closeInvitationsOf(tx, [userId]);
      }
      const bot = isTaken && user.bot ? { ...user, bot: { ...user.bot, ownerId: actor.id } } : user;
      await leaveHiddenChannels(tx, bot);
      if (user.isDeleted) tx.append({ type: "user_changed", userId, change: { isDeleted: false } });
      // Older versions kept them when they deactivated the account.
      appendRegistrationsEnd(tx, userId);
      tx.append({
        type: "user_reactivated",
        userId,
        firstMessageId: tx.nextMessageId,
        apiKeyVersion: nextKeyVersion(user),
      });
      tx.enqueue(withdrawalOfRest(userId));
      return E.right(undefined);
    });
