import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { changeChannel } from "./change-channel";
import { type ChannelUpdate, checkUpdate } from "./check-channel-update";
import { dropFromGroups } from "./default-channel-groups";
import { channelToAdminister } from "./find-channel";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Changes a channel's settings, all of them or none; its subscribers read of it in the channel. */
export const updateChannel =
  ({ inTransaction }: Ports) =>
  (caller: Caller, update: ChannelUpdate): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const found = callerIn(tx.state, caller);
      if (isLeft(found)) return found;
      const user = found.right;
      const channel = channelToAdminister(tx.state, user, update.channelId, tx.now);
      if (isLeft(channel)) return channel;
      const change = await checkUpdate(tx, user, channel.right, update);
      if (isLeft(change)) return change;
      if (change.right.privacy === "private") dropFromGroups(tx, update.channelId);
      const isDefault = tx.state.defaultChannels.has(update.channelId);
      await changeChannel(tx, user, channel.right, change.right);
      if (update.isDefault !== undefined && update.isDefault !== isDefault)
        tx.append({ type: "default_channels_set", channelIds: defaultsAfter(tx, update) });
      return right(undefined);
    });

const defaultsAfter = (
  { state }: Transaction,
  { channelId, isDefault }: ChannelUpdate,
): readonly number[] => {
  const others = [...state.defaultChannels].filter((id) => id !== channelId);
  return isDefault ? [...others, channelId] : others;
};
