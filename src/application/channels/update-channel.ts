import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelFolderError } from "../../domain/channel-folders/refusals";
import type { DefaultChannelError } from "../../domain/channels/default-channel-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { GroupError } from "../../domain/groups/refusals";
import type { ChannelId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { UserError } from "../../domain/users/refusals";
import { channelToAdminister } from "../access/find-channel";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { changeChannel } from "./internal/change-channel";
import type { ChannelUpdate } from "./internal/channel-update";
import { checkUpdate } from "./internal/check-channel-update";
import { removeFromDefaultGroups } from "./internal/default-channel-groups";
import { setDefaultChannels } from "./shared/set-default-channels";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Changes a channel's settings, all or none, and posts notices about the changes in the channel. */
export const updateChannel =
  ({ inTransaction }: Ports) =>
  (
    caller: Caller,
    update: ChannelUpdate,
  ): TaskEither<
    | CallerError
    | ChannelError
    | ChannelFolderError
    | DefaultChannelError
    | GroupError
    | InputError
    | UserError,
    void
  > =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const channel = channelToAdminister(tx.state, user, update.channelId, tx.now);
      if (E.isLeft(channel)) return channel;
      const change = await checkUpdate(tx, user, channel.right, update);
      if (E.isLeft(change)) return change;
      if (change.right.privacy === "private") removeFromDefaultGroups(tx, update.channelId);
      const isDefault = tx.state.defaultChannels.has(update.channelId);
      await changeChannel(tx, user, channel.right, change.right);
      if (update.isDefault !== undefined && update.isDefault !== isDefault)
        setDefaultChannels(tx, defaultsAfter(tx, update));
      return E.right(undefined);
    });

const defaultsAfter = (
  { state }: Transaction,
  { channelId, isDefault }: ChannelUpdate,
): readonly ChannelId[] => {
  const others = [...state.defaultChannels].filter((id) => id !== channelId);
  return isDefault ? [...others, channelId] : others;
};
