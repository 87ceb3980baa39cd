import type { Channel } from "../channels/channel";
import type { RealmState } from "../state/realm-state";
import { allows } from "../users/role";
import type { User } from "../users/user";
import { holdsInChannel } from "./channel-access";
import { may } from "./permission";

/** Whether the user may move messages between topics of the channel. */
export const canMoveWithin = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  may(state, user, "canMoveMessagesBetweenTopicsGroup", now) ||
  holdsInChannel(state, user, channel, "canMoveMessagesWithinChannelGroup", now);

/** Whether the user may move messages out of the channel. */
export const canMoveOut = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  may(state, user, "canMoveMessagesBetweenChannelsGroup", now) ||
  holdsInChannel(state, user, channel, "canMoveMessagesOutOfChannelGroup", now);

/** Whether the user may resolve topics of the channel. */
export const canResolveTopics = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  may(state, user, "canResolveTopicsGroup", now) ||
  holdsInChannel(state, user, channel, "canResolveTopicsGroup", now);

/** How many seconds after sending the user may still move a message; undefined for no limit. */
export const moveLimit = (
  { realm }: RealmState,
  user: User,
  { isOtherChannel, isOtherTopic }: { readonly isOtherChannel: boolean; readonly isOtherTopic: boolean },
): number | undefined => {
  if (allows(user.role, "moderator")) return undefined;
  const { moveMessagesBetweenChannelsLimitSeconds, moveMessagesWithinChannelLimitSeconds } = realm.settings;
  const limits = [
    isOtherChannel ? moveMessagesBetweenChannelsLimitSeconds : null,
    isOtherTopic ? moveMessagesWithinChannelLimitSeconds : null,
  ].filter((limit) => limit !== null);
  return limits.length > 0 ? Math.min(...limits) : undefined;
};
