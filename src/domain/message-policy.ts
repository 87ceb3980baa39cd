import type { Channel } from "./channel";
import { holdsInChannel } from "./channel-access";
import { may } from "./permission";
import type { RealmState } from "./realm-state";
import { allows } from "./role";
import type { User } from "./user";

/** Whether the user may give messages of the channel another topic. */
export const canMoveWithin = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  may(state, user, "canMoveMessagesBetweenTopicsGroup", now) ||
  holdsInChannel(state, user, channel, "canMoveMessagesWithinChannelGroup", now);

/** Whether the user may move messages out of the channel. */
export const canMoveOut = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  may(state, user, "canMoveMessagesBetweenChannelsGroup", now) ||
  holdsInChannel(state, user, channel, "canMoveMessagesOutOfChannelGroup", now);

/** Whether the user may say that a topic is done with. */
export const canResolveTopics = (state: RealmState, user: User, channel: Channel, now: number): boolean =>
  may(state, user, "canResolveTopicsGroup", now) ||
  holdsInChannel(state, user, channel, "canResolveTopicsGroup", now);

/** For how many seconds the user may move messages; undefined without end. */
export const moveLimit = (
  { realm }: RealmState,
  user: User,
  isBetweenChannels: boolean,
): number | undefined => {
  const { moveMessagesBetweenStreamsLimitSeconds, moveMessagesWithinStreamLimitSeconds } = realm.settings;
  if (allows(user.role, "moderator")) return undefined;
  return (
    (isBetweenChannels ? moveMessagesBetweenStreamsLimitSeconds : moveMessagesWithinStreamLimitSeconds) ??
    undefined
  );
};
