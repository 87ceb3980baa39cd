import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { Bot, WebhookInterface } from "../../../domain/bots/bot";
import {
  type BotError,
  newOwnerDeactivated,
  newOwnerIsBot,
  noSuchNewOwner,
} from "../../../domain/bots/refusals";
import { type CallerError, insufficientPermission } from "../../../domain/caller-refusals";
import type { ChannelError } from "../../../domain/channels/refusals";
import type { RealmEvent } from "../../../domain/events/event";
import type { UserId } from "../../../domain/ids";
import type { InputError } from "../../../domain/input-refusals";
import type { LimitError } from "../../../domain/limit-refusals";
import { canGetBot, checkOwnedBots } from "../../../domain/policy/bot-policy";
import { canAdministerUser, outranks } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { UserError } from "../../../domain/users/refusals";
import type { Role } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { keyRenewed } from "../../api-keys/shared/key-renewed";
import { changedPart, definedPart } from "../../entity-update";
import type { Transaction } from "../../transaction";
import { checkRole, risesAboveOwner, roleChangedTo } from "../../users/shared/change-role";
import { checkBotName, checkFullName } from "../../users/shared/check-profile";
import { checkBotAddress, checkConfig, checkService, findChannelByName, mayControl } from "./check-bot";

/** Undefined fields stay. */
export interface BotUpdate {
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

export type UpdateError = BotError | CallerError | ChannelError | InputError | LimitError | UserError;
type Events = readonly RealmEvent[];

/** The events that change the bot. */
export const checkBotUpdate = (
  tx: Transaction,
  actor: User,
  user: User,
  update: BotUpdate,
): TaskEither<UpdateError, Events> =>
  pipe(
    TE.Do,
    TE.bind("bot", () => TE.fromEither(botChange(tx, actor, user, update))),
    TE.bindW("profile", () => TE.fromEither(profileEvents(tx.state, user, update))),
    TE.bindW("role", () => () => roleEvents(tx, actor, user, update.role)),
    TE.map(({ bot, profile, role }) => {
      // The previous owner can't act in the new owner's name, nor an owner with rights that only the bot has.
      const losesKey = bot.ownerId !== undefined || risesAboveOwner(tx.state, user, update.role ?? user.role);
      return [...profile, ...role, ...botEvents(user, bot), ...(losesKey ? [keyRenewed(user, tx.now)] : [])];
    }),
  );

const botEvents = (user: User, change: Partial<Bot>): Events => {
  if (Object.keys(change).length === 0) return [];
  if (change.ownerId === undefined) return [{ type: "bot_changed", userId: user.id, change }];
  const ownerBefore = user.bot?.ownerId ?? null;
  return [{ type: "bot_changed", userId: user.id, change, ownerBefore }];
};

const profileEvents = (
  state: RealmState,
  user: User,
  { fullName, shortName, realmHost }: BotUpdate,
): E.Either<BotError | InputError | UserError, Events> =>
  pipe(
    E.Do,
    E.bind("fullName", () => checkFullName(fullName ?? user.fullName)),
    E.chainFirstW((checked) => checkBotName(state, checked.fullName, user.id)),
    E.bindW("email", () =>
      shortName === undefined
        ? E.right(user.email)
        : checkBotAddress(state, { shortName, realmHost }, user.id),
    ),
    E.map((checked) => changedPart<Pick<User, "email" | "fullName">>(user, checked)),
    E.map(
      (change): Events =>
        Object.keys(change).length === 0 ? [] : [{ type: "user_changed", userId: user.id, change }],
    ),
  );

const roleEvents = async (
  tx: Transaction,
  actor: User,
  user: User,
  role: Role | undefined,
): Promise<E.Either<CallerError | UserError, Events>> => {
  if (role === undefined || role === user.role) return E.right([]);
  const allowed = checkRole(actor, user, role);
  return E.isLeft(allowed) ? allowed : E.right([await roleChangedTo(tx, user, role)]);
};

/**
 * A bot acts in its owner's name, so the user who gives it to somebody must be able to manage that person too. The bot leaves
 * channels that its new owner can't read.
 */
const checkTransfer = (
  tx: Transaction,
  actor: User,
  bot: User,
  ownerId: UserId,
): E.Either<BotError | CallerError | LimitError, undefined> => {
  const owner = tx.state.users.get(ownerId);
  if (owner === undefined) return E.left(noSuchNewOwner);
  if (!owner.isActive) return E.left(newOwnerDeactivated);
  if (owner.bot !== null) return E.left(newOwnerIsBot);
  const mayManage = canAdministerUser(actor, owner) && !outranks(tx.state, owner, actor);
  if (ownerId !== actor.id && !mayManage) return E.left(insufficientPermission);
  if (!canGetBot(tx.state, owner, bot, tx.now)) return E.left(insufficientPermission);
  return checkOwnedBots(tx.state, ownerId);
};

const botChange = (
  tx: Transaction,
  actor: User,
  user: User,
  update: BotUpdate,
): E.Either<BotError | CallerError | ChannelError | LimitError, Partial<Bot>> => {
  const { bot } = user;
  const { ownerId, payloadUrl, config, defaultAllPublicChannels } = update;
  const isTransfer = ownerId !== undefined && ownerId !== bot?.ownerId;
  // Taking over a bot, its messages or its settings gives access to what it reads and to its owner's rights.
  if (isTransfer && outranks(tx.state, user, actor)) return E.left(insufficientPermission);
  // Clients also send what stays.
  const changesService = payloadUrl !== undefined && payloadUrl !== bot?.service?.url;
  const changesConfig = Object.entries(config ?? {}).some(([key, value]) => bot?.config[key] !== value);
  const takesMessages = changesService || changesConfig;
  if (takesMessages && !mayControl(tx, actor, user)) return E.left(insufficientPermission);
  return pipe(
    isTransfer ? checkTransfer(tx, actor, user, ownerId) : E.right(undefined),
    E.map(() => ({})),
    E.bindW("defaultSendingChannelId", () => optionalChannel(tx, actor, update.defaultSendingChannel)),
    E.bindW("defaultEventsChannelId", () => optionalChannel(tx, actor, update.defaultEventsChannel)),
    E.bindW("service", () =>
      payloadUrl === undefined
        ? E.right(undefined)
        : checkService(bot?.service?.name ?? "", payloadUrl, update.interface),
    ),
    E.bindW("config", () =>
      config === undefined ? E.right(undefined) : checkConfig({ ...bot?.config, ...config }),
    ),
    E.map((checked) => ({
      ...definedPart({ ...checked, defaultAllPublicChannels }),
      ...(isTransfer && { ownerId }),
    })),
  );
};

const optionalChannel = (
  { state, now }: Transaction,
  actor: User,
  name: string | undefined,
): E.Either<ChannelError, number | null | undefined> =>
  name === undefined ? E.right(undefined) : findChannelByName(state, actor, name, now);
