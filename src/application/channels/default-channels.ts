import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { canManageDefaults, cannotManageDefaults } from "./check-channel";
import { channelToRead, channelToSee } from "./find-channel";

interface Ports {
  readonly inTransaction: InTransaction;
}

const manager = (tx: Transaction, caller: Caller): Either<ApiError, User> => {
  const user = callerIn(tx.state, caller);
  if (isLeft(user)) return user;
  return canManageDefaults(user.right) ? user : left(cannotManageDefaults);
};

/** Makes new members subscribers of a channel. Administrators only. */
export const addDefaultChannel =
  ({ inTransaction }: Ports) =>
  (caller: Caller, channelId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = manager(tx, caller);
      if (isLeft(user)) return user;
      const channel = channelToRead(tx.state, user.right, channelId, tx.now);
      if (isLeft(channel)) return channel;
      if (channel.right.privacy === "private")
        return left(badRequest("Private channels cannot be made default."));
      if (channel.right.isArchived) return left(badRequest("Invalid channel ID"));
      const { defaultChannels } = tx.state;
      if (!defaultChannels.has(channelId))
        tx.append({ type: "default_channels_set", channelIds: [...defaultChannels, channelId] });
      return right(undefined);
    });

/** New members are subscribed to the channel no longer. */
export const dropFromDefaults = (tx: Transaction, channelId: number): void => {
  const { defaultChannels } = tx.state;
  if (defaultChannels.has(channelId))
    tx.append({
      type: "default_channels_set",
      channelIds: [...defaultChannels].filter((id) => id !== channelId),
    });
};

/** Takes that back. Administrators only. */
export const removeDefaultChannel =
  ({ inTransaction }: Ports) =>
  (caller: Caller, channelId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = manager(tx, caller);
      if (isLeft(user)) return user;
      const channel = channelToSee(tx.state, user.right, channelId, tx.now);
      if (isLeft(channel)) return channel;
      dropFromDefaults(tx, channelId);
      return right(undefined);
    });
