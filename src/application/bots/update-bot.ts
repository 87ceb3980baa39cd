import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { Bot, WebhookInterface } from "../../domain/bots/bot";
import {
  type BotError,
  botUsernameTaken,
  invalidBotUsername,
  newOwnerDeactivated,
  newOwnerIsBot,
  noSuchNewOwner,
} from "../../domain/bots/refusals";
import { type CallerError, insufficientPermission, mustBe, notForGuests } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { RealmEvent } from "../../domain/events/event";
import type { UserId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { ownedBotsRefusal } from "../../domain/policy/bot-policy";
import { canAdministerUser, outranks } from "../../domain/policy/user-access";
import type { RealmState } from "../../domain/state/realm-state";
import { isEmail } from "../../domain/users/email";
import type { UserError } from "../../domain/users/refusals";
import { allows, type Role } from "../../domain/users/role";
import type { User } from "../../domain/users/user";
import { asCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import { appendWithVisibility } from "../channels/shared/append-with-visibility";
import { closeInvitationsOf } from "../invitations/shared/close-invitations";
import type { InTransaction, Transaction } from "../transaction";
import { checkBotName, checkFullName } from "../users/shared/check-profile";
import { botToChange, checkConfig, checkService, findChannelByName } from "./internal/check-bot";

/** Undefined fields stay. */
interface BotUpdate {
  readonly fullName: string | undefined;
  readonly shortName: string | undefined;
  readonly realmHost: string;
  readonly role: Role | undefined;
  readonly ownerId: UserId | undefined;
  readonly config: Readonly<Record<string, string>> | undefined;
  readonly payloadUrl: string | undefined;
  readonly interface: WebhookInterface | undefined;
  readonly defaultSendingChannel: string | undefined;
  readonly defaultEventsChannel: string | undefined;
  readonly defaultAllPublicChannels: boolean | undefined;
}

/** A bot after a change. */
export interface BotUpdated {
  readonly state: RealmState;
  readonly user: User;
}

type Change = Either<BotError | CallerError | InputError | UserError, readonly RealmEvent[]>;
const nothing: Change = right([]);

/** Changes a bot and returns it. Its owner and administrators may. */
export const updateBot =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    botId: UserId,
    update: BotUpdate,
  ): Result<BotUpdated, BotError | CallerError | ChannelError | InputError | LimitError | UserError> =>
    asCaller(inTransaction, caller, async (tx, actor) => {
      if (actor.role === "guest") return left(notForGuests);
      const target = botToChange(tx.state, actor, botId, true);
      if (isLeft(target)) return target;
      const user = target.right;
      if (!allows(actor.role, user.role)) return left(insufficientPermission);
      const bot = botChange(tx, actor, user, update);
      if (isLeft(bot)) return bot;
      const changes: readonly Change[] = [
        profileChange(tx, user, update),
        roleChange(actor, user, update.role),
        Object.keys(bot.right).length === 0
          ? nothing
          : right([
              {
                type: "bot_changed",
                userId: user.id,
                change: bot.right,
                ...(bot.right.ownerId !== undefined && { ownerBefore: user.bot?.ownerId ?? null }),
              },
            ]),
        // The key is renewed, so that the previous owner can't act in the new owner's name.
        bot.right.ownerId === undefined ? nothing : right([keyRenewed(user, tx.now)]),
      ];
      const failed = changes.find(isLeft);
      if (failed) return failed;
      const events = changes.flatMap((change) => (isLeft(change) ? [] : change.right));
      await appendWithVisibility(tx, events);
      // Whoever had the bot may know its links, and the new owner has invited nobody.
      if (bot.right.ownerId !== undefined) closeInvitationsOf(tx, [user.id]);
      return right({ state: tx.state, user: changed(user, events) });
    });

const keyRenewed = ({ id, apiKeyVersion }: User, now: number): RealmEvent => ({
  type: "user_changed",
  userId: id,
  change: { apiKeyVersion: apiKeyVersion + 1, apiKeyMadeAt: now },
});

const changed = (user: User, events: readonly RealmEvent[]): User => {
  let now = user;
  for (const event of events) {
    if (event.type === "user_changed") now = { ...now, ...event.change };
    if (event.type === "role_changed") now = { ...now, role: event.to };
    if (event.type === "bot_changed") now = { ...now, bot: now.bot && { ...now.bot, ...event.change } };
  }
  return now;
};

const profileChange = ({ state }: Transaction, user: User, update: BotUpdate): Change => {
  const fullName = checkFullName(update.fullName ?? user.fullName);
  if (isLeft(fullName)) return fullName;
  const free = checkBotName(state, fullName.right, user.id);
  if (isLeft(free)) return free;
  const email = address(state, user, update);
  if (isLeft(email)) return email;
  const change = {
    ...(fullName.right !== user.fullName && { fullName: fullName.right }),
    ...(email.right !== user.email && { email: email.right }),
  };
  return Object.keys(change).length === 0
    ? nothing
    : right([{ type: "user_changed", userId: user.id, change }]);
};

const address = (
  state: RealmState,
  user: User,
  { shortName, realmHost }: BotUpdate,
): Either<BotError, string> => {
  if (shortName === undefined) return right(user.email);
  const email = `${shortName.trim()}-bot@${realmHost}`;
  if (!/^[a-z0-9_.-]+$/i.test(shortName.trim()) || !isEmail(email)) return left(invalidBotUsername);
  const holder = state.userByEmail(email);
  return holder && holder.id !== user.id ? left(botUsernameTaken) : right(email);
};

const roleChange = (actor: User, user: User, role: Role | undefined): Change => {
  if (role === undefined || role === user.role) return nothing;
  if ((role === "owner" || user.role === "owner") && actor.role !== "owner") return left(mustBe("owner"));
  if (!allows(actor.role, "administrator")) return left(mustBe("administrator"));
  return right([{ type: "role_changed", userId: user.id, from: user.role, to: role }]);
};

/** A bot acts in its owner's name: whoever gives it to somebody must be able to manage that person too. */
const transferRefusal = (
  tx: Transaction,
  actor: User,
  ownerId: UserId,
): BotError | CallerError | LimitError | undefined => {
  const owner = tx.state.users.get(ownerId);
  if (owner === undefined) return noSuchNewOwner;
  if (!owner.isActive) return newOwnerDeactivated;
  if (owner.bot !== null) return newOwnerIsBot;
  const mayManage = canAdministerUser(actor, owner) && !outranks(tx.state, owner, actor);
  if (ownerId !== actor.id && !mayManage) return insufficientPermission;
  return ownedBotsRefusal(tx.state, ownerId);
};

const botChange = (
  tx: Transaction,
  actor: User,
  user: User,
  update: BotUpdate,
): Either<BotError | CallerError | ChannelError | LimitError, Partial<Bot>> => {
  const { bot } = user;
  const { ownerId, payloadUrl, config, defaultAllPublicChannels } = update;
  const isTransfer = ownerId !== undefined && ownerId !== bot?.ownerId;
  // Taking over a bot, its messages or its settings gives access to what it reads and to its owner's rights.
  const takesOver = isTransfer || payloadUrl !== undefined || config !== undefined;
  if (takesOver && outranks(tx.state, user, actor)) return left(insufficientPermission);
  const refusal = isTransfer ? transferRefusal(tx, actor, ownerId) : undefined;
  if (refusal) return left(refusal);
  const sending = optionalChannel(tx, actor, update.defaultSendingChannel);
  if (isLeft(sending)) return sending;
  const events = optionalChannel(tx, actor, update.defaultEventsChannel);
  if (isLeft(events)) return events;
  const service =
    payloadUrl === undefined
      ? undefined
      : checkService(bot?.service?.name ?? "", payloadUrl, update.interface);
  if (service !== undefined && isLeft(service)) return service;
  const merged = config && checkConfig({ ...bot?.config, ...config });
  if (merged && isLeft(merged)) return merged;
  return right({
    ...(isTransfer && { ownerId }),
    ...(sending.right !== undefined && { defaultSendingChannelId: sending.right }),
    ...(events.right !== undefined && { defaultEventsChannelId: events.right }),
    ...(defaultAllPublicChannels !== undefined && { defaultAllPublicChannels }),
    ...(service && { service: service.right }),
    ...(merged && { config: merged.right }),
  });
};

const optionalChannel = (
  { state, now }: Transaction,
  actor: User,
  name: string | undefined,
): Either<ChannelError, number | null | undefined> =>
  name === undefined ? right(undefined) : findChannelByName(state, actor, name, now);
