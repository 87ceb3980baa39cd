import * as E from "fp-ts/Either";
import {
  cannotManageDefaultChannels,
  type DefaultChannelError,
} from "../../../domain/channels/default-channel-refusals";
import type { ChannelId } from "../../../domain/ids";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";
import { canManageDefaults } from "../shared/check-channel";
import { setDefaultChannels } from "../shared/set-default-channels";

/** Whether the user may change the default channels. */
export const checkManagesDefaults = (user: User): E.Either<DefaultChannelError, undefined> =>
  canManageDefaults(user) ? E.right(undefined) : E.left(cannotManageDefaultChannels);

/** Stops subscribing new users to the channel. */
export const removeFromDefaults = (tx: Transaction, channelId: ChannelId): void => {
  const { defaultChannels } = tx.state;
  if (defaultChannels.has(channelId))
    setDefaultChannels(
      tx,
      [...defaultChannels].filter((id) => id !== channelId),
    );
};
