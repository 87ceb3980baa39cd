import { isLeft, left, right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import {
  type DefaultChannelError,
  privateChannelAsDefault,
} from "../../domain/channels/default-channel-refusals";
import { type ChannelError, invalidChannelId } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import { channelToRead } from "../access/find-channel";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";
import { findDefaultsManager } from "./internal/default-channels";

/** Subscribes all new users to the channel from now on. Administrators only. */
export const addDefaultChannel =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, channelId: ChannelId): Result<void, CallerError | ChannelError | DefaultChannelError> =>
  () =>
    inTransaction(caller, async (tx) => {
      const user = findDefaultsManager(tx, caller);
      if (isLeft(user)) return user;
      const channel = channelToRead(tx.state, user.right, channelId, tx.now);
      if (isLeft(channel)) return channel;
      if (channel.right.privacy === "private") return left(privateChannelAsDefault);
      if (channel.right.isArchived) return left(invalidChannelId);
      const { defaultChannels } = tx.state;
      if (!defaultChannels.has(channelId))
        tx.append({ type: "default_channels_set", channelIds: [...defaultChannels, channelId] });
      return right(undefined);
    });
