import { type Either, left, right } from "fp-ts/Either";
import type { Bot, BotService, BotType, WebhookInterface } from "../../domain/bot";
import { canSeeChannel } from "../../domain/channel-access";
import { type ApiError, badRequest, insufficientPermission } from "../../domain/errors";
import { ownListRefusal } from "../../domain/own-lists";
import { may } from "../../domain/permission";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { canAdministerUser, outranks } from "../../domain/user-access";

/** A bot that the caller may change: theirs, or any for administrators. */
export const botToChange = (
  state: RealmState,
  caller: User,
  botId: number,
  acceptDeactivated: boolean,
): Either<ApiError, User> => {
  const user = state.users.get(botId);
  const isThere = user?.bot && !user.isSystemBot && (user.isActive || acceptDeactivated);
  if (!user || !isThere) return left(badRequest("No such bot"));
  return canAdministerUser(caller, user) ? right(user) : left(insufficientPermission);
};

/** The same, of a bot that has no rights which the caller lacks: its key would hand them over. */
export const botToSpeakFor = (state: RealmState, caller: User, botId: number): Either<ApiError, User> => {
  const bot = botToChange(state, caller, botId, false);
  return bot._tag === "Right" && outranks(state, bot.right, caller) ? left(insufficientPermission) : bot;
};

/** Whether the user may make, or bring back, a bot of this type: some only bring messages in. */
export const mayMakeBot = (state: RealmState, user: User, type: BotType, now: number): boolean =>
  may(state, user, "canCreateBotsGroup", now) ||
  (type === "incoming_webhook" && may(state, user, "canCreateWriteOnlyBotsGroup", now));

/** Why the user can't own one bot more; deactivated ones count, as they may come back. */
export const ownedBotsRefusal = (state: RealmState, ownerId: number): ApiError | undefined => {
  const owned = [...state.users.values()].filter(({ bot }) => bot?.ownerId === ownerId);
  return ownListRefusal("bots", { count: owned.length + 1 });
};

/** In UTF-16 units, of keys and values together. */
const longestConfig = 10_000;

/** What a bot's program needs to know: a few keys, addresses and names. */
export const checkConfig = (config: Bot["config"]): Either<ApiError, Bot["config"]> =>
  Object.entries(config).flat().join("").length > longestConfig
    ? left(badRequest(`config_data is too long (limit: ${longestConfig} characters)`))
    : right(config);

/** No two active bots are called alike. */
export const checkBotName = (
  state: RealmState,
  fullName: string,
  ownId?: number,
): Either<ApiError, string> => {
  const isTaken = [...state.users.values()].some(
    ({ id, isActive, bot, fullName: other }) =>
      id !== ownId && isActive && bot !== null && other.toLowerCase() === fullName.toLowerCase(),
  );
  return isTaken ? left(badRequest("Name is already in use.")) : right(fullName);
};

/** The id of a channel that the caller may know of; an empty name stands for none. */
export const channelNamed = (
  state: RealmState,
  caller: User,
  name: string,
  now: number,
): Either<ApiError, number | null> => {
  if (name === "") return right(null);
  const channel = state.channelByName(name);
  return channel && canSeeChannel(state, caller, channel, now)
    ? right(channel.id)
    : left(badRequest(`Invalid channel name '${name}'`));
};

/** Where an outgoing webhook sends what it hears. */
export const checkService = (
  name: string,
  url: string,
  wireInterface: WebhookInterface | undefined,
): Either<ApiError, BotService> => {
  if (wireInterface === undefined) return left(badRequest("Invalid interface type"));
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isUrl
    ? right({ name, url, interface: wireInterface })
    : left(badRequest("payload_url is not a URL"));
};
