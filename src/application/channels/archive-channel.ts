import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { type ChannelError, channelAlreadyArchived } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import { channelToAdminister } from "../access/find-channel";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { changeChannel } from "./internal/change-channel";
import { removeFromDefaultGroups } from "./internal/default-channel-groups";
import { removeFromDefaults } from "./internal/default-channels";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Archives a channel: nobody can post any more. Its readers can still read it, and its subscribers stay. API §3. */
export const archiveChannel =
  ({ inTransaction }: Ports) =>
  (caller: Caller, channelId: ChannelId): TaskEither<CallerError | ChannelError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const channel = channelToAdminister(tx.state, user, channelId, tx.now);
      if (E.isLeft(channel)) return channel;
      if (channel.right.isArchived) return E.left(channelAlreadyArchived);
      await changeChannel(tx, user, channel.right, { isArchived: true });
      removeFromDefaults(tx, channelId);
      removeFromDefaultGroups(tx, channelId);
      return E.right(undefined);
    });
