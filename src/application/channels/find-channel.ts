import { type Either, left, right } from "fp-ts/Either";
import type { Channel } from "../../domain/channel";
import { canAdministerChannel, canReadContent, canSeeChannel } from "../../domain/channel-access";
import { type ApiError, invalidChannelId } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";

type Policy = (state: RealmState, user: User, channel: Channel, now: number) => boolean;
type Find = (state: RealmState, user: User, channelId: number, now: number) => Either<ApiError, Channel>;

const channelIf =
  (policy: Policy): Find =>
  (state, user, channelId, now) => {
    const channel = state.channels.get(channelId);
    return channel && policy(state, user, channel, now) ? right(channel) : left(invalidChannelId);
  };

/** A channel that the user may know of. One that is hidden from them fails as one that isn't there. */
export const channelToSee = channelIf(canSeeChannel);

/** A channel whose messages the user may read. */
export const channelToRead = channelIf(canReadContent);

/** A channel whose settings the user may change. */
export const channelToAdminister: Find = (state, user, channelId, now) => {
  const channel = channelToSee(state, user, channelId, now);
  if (channel._tag === "Left" || canAdministerChannel(state, user, channel.right, now)) return channel;
  return left({
    code: "CANNOT_ADMINISTER_CHANNEL",
    message: "You do not have permission to administer this channel.",
  });
};
