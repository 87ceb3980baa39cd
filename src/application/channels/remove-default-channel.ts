import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { DefaultChannelError } from "../../domain/channels/default-channel-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import { channelToSee } from "../access/find-channel";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkManagesDefaults, removeFromDefaults } from "./internal/default-channels";

/** Stops subscribing new users to the channel. Administrators only. */
export const removeDefaultChannel =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    channelId: ChannelId,
  ): TaskEither<CallerError | ChannelError | DefaultChannelError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const allowed = checkManagesDefaults(user);
      if (E.isLeft(allowed)) return allowed;
      const channel = channelToSee(tx.state, user, channelId, tx.now);
      if (E.isLeft(channel)) return channel;
      removeFromDefaults(tx, channelId);
      return E.right(undefined);
    });
