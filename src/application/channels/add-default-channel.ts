import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import {
  type DefaultChannelError,
  privateChannelAsDefault,
} from "../../domain/channels/default-channel-refusals";
import { type ChannelError, invalidChannelId } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import { channelToRead } from "../access/find-channel";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkManagesDefaults } from "./internal/default-channels";
import { setDefaultChannels } from "./shared/set-default-channels";

/** Subscribes all new users to the channel from now on. Administrators only. */
export const addDefaultChannel =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    channelId: ChannelId,
  ): TaskEither<CallerError | ChannelError | DefaultChannelError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const allowed = checkManagesDefaults(user);
      if (E.isLeft(allowed)) return allowed;
      const channel = channelToRead(tx.state, user, channelId, tx.now);
      if (E.isLeft(channel)) return channel;
      if (channel.right.privacy === "private") return E.left(privateChannelAsDefault);
      if (channel.right.isArchived) return E.left(invalidChannelId);
      const { defaultChannels } = tx.state;
      if (!defaultChannels.has(channelId)) setDefaultChannels(tx, [...defaultChannels, channelId]);
      return E.right(undefined);
    });
