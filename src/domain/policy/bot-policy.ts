import type { Either } from "fp-ts/Either";
import type { BotType } from "../bots/bot";
import type { Channel } from "../channels/channel";
import type { UserId } from "../ids";
import type { LimitError } from "../limit-refusals";
import type { RealmState } from "../state/realm-state";
import type { User } from "../users/user";
import { checkOwnList } from "../users/user-list-limits";
import { canReadContent, canSubscribe } from "./channel-access";
import { may } from "./permission";

/** Whether the user may create or reactivate a bot of this type. Write-only bots have a permission of their own. */
export const mayMakeBot = (state: RealmState, user: User, type: BotType, now: number): boolean =>
  may(state, user, "canCreateBotsGroup", now) ||
  (type === "incoming_webhook" && may(state, user, "canCreateWriteOnlyBotsGroup", now));

/**
 * Whether the user can own another bot. Deactivated bots count, as they may come back.
 */
export const checkOwnedBots = (state: RealmState, ownerId: UserId): Either<LimitError, undefined> => {
  const owned = [...state.users.values()].filter(({ bot }) => bot?.ownerId === ownerId);
  return checkOwnList("bots", { count: owned.length + 1 });
};

/** The channels that a bot can read and somebody can't: with the bot's key, they could. */
export const channelsReadThrough = (
  state: RealmState,
  bot: User,
  somebody: User,
  now: number,
): readonly Channel[] =>
  [...state.channels.values()].filter(
    (channel) => canReadContent(state, bot, channel, now) && !canReadContent(state, somebody, channel, now),
  );

/**
 * Whether somebody may become a bot's owner. The bot then leaves the channels that they can't read, and must not be able to
 * enter any of them again, as a member of a group could.
 */
export const canGetBot = (state: RealmState, somebody: User, bot: User, now: number): boolean => {
  // As it is once it is reactivated.
  const active = { ...bot, isActive: true };
  return !channelsReadThrough(state, active, somebody, now).some((channel) =>
    canSubscribe(state, active, channel, now),
  );
};
