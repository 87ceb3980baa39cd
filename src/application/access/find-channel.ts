import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { Channel } from "../../domain/channels/channel";
import { type ChannelError, cannotAdministerChannel, invalidChannelId } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import { canAdministerChannel, canReadContent, canSeeChannel } from "../../domain/policy/channel-access";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";

type Policy = (state: RealmState, user: User, channel: Channel, now: number) => boolean;
type Find = (
  state: RealmState,
  user: User,
  channelId: ChannelId,
  now: number,
) => E.Either<ChannelError, Channel>;

const channelIf =
  (policy: Policy): Find =>
  (state, user, channelId, now) => {
    const channel = state.channels.get(channelId);
    return channel && policy(state, user, channel, now) ? E.right(channel) : E.left(invalidChannelId);
  };

/** The channel, if the user can see it. A hidden channel fails like one that does not exist. */
export const channelToSee = channelIf(canSeeChannel);

/** The channel, if the user can read its messages. */
export const channelToRead = channelIf(canReadContent);

/** The channel, if the user can change its settings. */
export const channelToAdminister: Find = (state, user, channelId, now) =>
  pipe(
    channelToSee(state, user, channelId, now),
    E.filterOrElseW(
      (channel) => canAdministerChannel(state, user, channel, now),
      () => cannotAdministerChannel,
    ),
  );
