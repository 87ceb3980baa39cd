import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { Bot, BotService, WebhookInterface } from "../../../domain/bots/bot";
import {
  type BotError,
  botConfigTooLong,
  botUsernameTaken,
  invalidBotUsername,
  invalidInterfaceType,
  invalidPayloadUrl,
  noSuchBot,
} from "../../../domain/bots/refusals";
import { type CallerError, insufficientPermission } from "../../../domain/caller-refusals";
import { type ChannelError, invalidChannelName } from "../../../domain/channels/refusals";
import type { UserId } from "../../../domain/ids";
import { channelsReadThrough } from "../../../domain/policy/bot-policy";
import { canSeeChannel } from "../../../domain/policy/channel-access";
import { canAdministerUser, outranks } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { isEmail } from "../../../domain/users/email";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";

/** The bot with this id, which the caller must be allowed to change: their own, or any for administrators. */
export const botToChange = (
  state: RealmState,
  caller: User,
  botId: UserId,
  acceptDeactivated: boolean,
): E.Either<BotError | CallerError, User> => {
  const user = state.users.get(botId);
  const isThere = user?.bot && !user.isSystemBot && (user.isActive || acceptDeactivated);
  if (!user || !isThere) return E.left(noSuchBot);
  return canAdministerUser(caller, user) ? E.right(user) : E.left(insufficientPermission);
};

/**
 * Whether the caller may get what a bot gets: it has no rights that they lack, and reads no channel that they can't, unless they
 * own it.
 */
export const mayControl = (
  { state, now }: Pick<Transaction, "state" | "now">,
  caller: User,
  bot: User,
): boolean =>
  !outranks(state, bot, caller) &&
  (bot.bot?.ownerId === caller.id || channelsReadThrough(state, bot, caller, now).length === 0);

/** Like `botToChange`, and refuses a bot that the caller may not control: its key would let them. */
export const botToControl = (
  tx: Pick<Transaction, "state" | "now">,
  caller: User,
  botId: UserId,
): E.Either<BotError | CallerError, User> =>
  pipe(
    botToChange(tx.state, caller, botId, false),
    E.filterOrElseW(
      (bot) => mayControl(tx, caller, bot),
      () => insufficientPermission,
    ),
  );

/** The address `short_name-bot@host`, if it is valid and nobody else has it. `ownId` is the bot being renamed. */
export const checkBotAddress = (
  state: RealmState,
  { shortName, realmHost }: { readonly shortName: string; readonly realmHost: string },
  ownId?: UserId,
): E.Either<BotError, string> => {
  const name = shortName.trim();
  const email = `${name}-bot@${realmHost}`;
  if (!/^[a-z0-9_.-]+$/i.test(name) || !isEmail(email)) return E.left(invalidBotUsername);
  const holder = state.holderOfEmail(email);
  return holder && holder.id !== ownId ? E.left(botUsernameTaken) : E.right(email);
};

/** In UTF-16 units, of keys and values together. */
const longestConfig = 10_000;

/** Refuses settings of a bot's program that are too long in total. */
export const checkConfig = (config: Bot["config"]): E.Either<BotError, Bot["config"]> =>
  Object.entries(config).flat().join("").length > longestConfig
    ? E.left(botConfigTooLong(longestConfig))
    : E.right(config);

/** The id of the channel with this name, which the caller must be able to see; null for an empty name. */
export const findChannelByName = (
  state: RealmState,
  caller: User,
  name: string,
  now: number,
): E.Either<ChannelError, number | null> => {
  if (name === "") return E.right(null);
  const channel = state.channelByName(name);
  return channel && canSeeChannel(state, caller, channel, now)
    ? E.right(channel.id)
    : E.left(invalidChannelName(name));
};

/** Validates the server of an outgoing webhook bot. */
export const checkService = (
  name: string,
  url: string,
  wireInterface: WebhookInterface | undefined,
): E.Either<BotError, BotService> => {
  if (wireInterface === undefined) return E.left(invalidInterfaceType);
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isUrl ? E.right({ name, url, interface: wireInterface }) : E.left(invalidPayloadUrl);
};
