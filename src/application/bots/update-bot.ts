import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { BotError } from "../../domain/bots/refusals";
import { type CallerError, insufficientPermission, notForGuests } from "../../domain/caller-refusals";
import type { RealmEvent } from "../../domain/events/event";
import type { UserId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import { allows } from "../../domain/users/role";
import type { User } from "../../domain/users/user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { appendWithVisibility } from "../channels/shared/append-with-visibility";
import { leaveHiddenChannels } from "../channels/shared/leave-hidden-channels";
import { closeInvitationsOf } from "../invitations/shared/close-invitations";
import type { InTransaction, Transaction } from "../transaction";
import { botToChange } from "./internal/check-bot";
import { type BotUpdate, checkBotUpdate, type UpdateError } from "./internal/check-bot-update";

/** A bot after a change. */
export interface BotUpdated {
  readonly state: RealmState;
  readonly user: User;
}

/** Changes a bot and returns it. Its owner and administrators may. */
export const updateBot =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, botId: UserId, update: BotUpdate): TaskEither<UpdateError, BotUpdated> =>
    asCaller(inTransaction, caller, async (tx, actor) => {
      const user = findBot(tx, actor, botId);
      if (E.isLeft(user)) return user;
      const events = await checkBotUpdate(tx, actor, user.right, update)();
      if (E.isLeft(events)) return events;
      await appendWithVisibility(tx, events.right);
      const changed = after(user.right, events.right);
      if (changed.bot?.ownerId !== user.right.bot?.ownerId) {
        // The former owner may know the bot's links, and the new owner has invited nobody.
        closeInvitationsOf(tx, [changed.id]);
        await leaveHiddenChannels(tx, changed);
      }
      return E.right({ state: tx.state, user: changed });
    });

/** The bot, if the actor may change it and has at least its role. */
const findBot = (
  { state }: Transaction,
  actor: User,
  botId: UserId,
): E.Either<BotError | CallerError, User> => {
  if (actor.role === "guest") return E.left(notForGuests);
  return pipe(
    botToChange(state, actor, botId, true),
    E.filterOrElseW(
      (bot) => allows(actor.role, bot.role),
      () => insufficientPermission,
    ),
  );
};

/** The user once the events have happened. */
const after = (user: User, events: readonly RealmEvent[]): User => {
  let now = user;
  for (const event of events) {
    if (event.type === "user_changed") now = { ...now, ...event.change };
    if (event.type === "role_changed") now = { ...now, role: event.to };
    if (event.type === "bot_changed") now = { ...now, bot: now.bot && { ...now.bot, ...event.change } };
  }
  return now;
};
