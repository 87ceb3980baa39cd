import { isLeft, left, right } from "fp-ts/Either";
import type { Channel } from "../../domain/channel";
import { canRemoveSubscribers, canSeeChannel } from "../../domain/channel-access";
import { badRequest, noSuchUser } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { findUser, type Recipient } from "../users/resolve-recipients";

export interface UnsubscribeWanted {
  readonly channelNames: readonly string[];
  /** Undefined for the caller alone. */
  readonly principals: readonly Recipient[] | undefined;
}

export interface Unsubscribed {
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
}

/** Unsubscribes the caller or others from channels by name. */
export const unsubscribe =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, { channelNames, principals }: UnsubscribeWanted): Result<Unsubscribed> =>
    inTransaction(caller.realmId, (tx) => async () => {
      const found = callerIn(tx.state, caller);
      if (isLeft(found)) return found;
      const user = found.right;
      const people = (principals ?? [user.id]).map((name) => findUser(tx.state, name));
      if (people.some((person) => person === undefined)) return left(noSuchUser);
      const userIds = [...new Set(people.flatMap((person) => person?.id ?? []))];

      const channels: Channel[] = [];
      const absent: string[] = [];
      for (const name of channelNames) {
        const channel = tx.state.channelByName(name);
        if (channel && canSeeChannel(tx.state, user, channel, tx.now)) channels.push(channel);
        else absent.push(name);
      }
      if (absent.length > 0) return left(badRequest(`Channel(s) (${absent.join(", ")}) do not exist`));
      const others = userIds.some((id) => id !== user.id && tx.state.users.get(id)?.bot?.ownerId !== user.id);
      if (others && channels.some((channel) => !canRemoveSubscribers(tx.state, user, channel, tx.now)))
        return left(badRequest("Insufficient permission"));

      const removed: string[] = [];
      const notRemoved: string[] = [];
      for (const channel of channels) {
        const leaving = userIds.filter((id) => tx.state.isSubscribed(id, channel.id));
        (leaving.length > 0 ? removed : notRemoved).push(channel.name);
        if (leaving.length > 0)
          tx.append({
            ...{ type: "unsubscribed", channelIds: [channel.id], userIds: leaving },
            firstMessageId: tx.nextMessageId,
          });
      }
      return right({ removed, notRemoved });
    });
