import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { changeChannel } from "./change-channel";
import { dropFromGroups } from "./default-channel-groups";
import { dropFromDefaults } from "./default-channels";
import { channelToAdminister } from "./find-channel";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Closes a channel for new messages. Whoever could read it still does, and it keeps its subscribers. API §3. */
export const archiveChannel =
  ({ inTransaction }: Ports) =>
  (caller: Caller, channelId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const channel = channelToAdminister(tx.state, user.right, channelId, tx.now);
      if (isLeft(channel)) return channel;
      if (channel.right.isArchived) return left(badRequest("Channel is already deactivated"));
      await changeChannel(tx, user.right, channel.right, { isArchived: true });
      dropFromDefaults(tx, channelId);
      dropFromGroups(tx, channelId);
      return right(undefined);
    });
