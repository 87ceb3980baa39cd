import { type Either, isLeft, left } from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import {
  cannotManageDefaultChannels,
  type DefaultChannelError,
} from "../../../domain/channels/default-channel-refusals";
import type { ChannelId } from "../../../domain/ids";
import type { User } from "../../../domain/users/user";
import { type Caller, callerIn } from "../../caller";
import type { Transaction } from "../../transaction";
import { canManageDefaults } from "../shared/check-channel";

/** The caller, if they may change the default channels. */
export const findDefaultsManager = (
  { state }: Transaction,
  caller: Caller,
): Either<CallerError | DefaultChannelError, User> => {
  const user = callerIn(state, caller);
  if (isLeft(user)) return user;
  return canManageDefaults(user.right) ? user : left(cannotManageDefaultChannels);
};

/** Stops subscribing new users to the channel. */
export const removeFromDefaults = (tx: Transaction, channelId: ChannelId): void => {
  const { defaultChannels } = tx.state;
  if (defaultChannels.has(channelId))
    tx.append({
      type: "default_channels_set",
      channelIds: [...defaultChannels].filter((id) => id !== channelId),
    });
};
