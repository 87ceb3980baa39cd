import { isLeft, right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import type { DefaultChannelError } from "../../domain/channels/default-channel-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import { channelToSee } from "../access/find-channel";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";
import { findDefaultsManager, removeFromDefaults } from "./internal/default-channels";

/** Stops subscribing new users to the channel. Administrators only. */
export const removeDefaultChannel =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, channelId: ChannelId): Result<void, CallerError | ChannelError | DefaultChannelError> =>
  () =>
    inTransaction(caller, async (tx) => {
      const user = findDefaultsManager(tx, caller);
      if (isLeft(user)) return user;
      const channel = channelToSee(tx.state, user.right, channelId, tx.now);
      if (isLeft(channel)) return channel;
      removeFromDefaults(tx, channelId);
      return right(undefined);
    });
