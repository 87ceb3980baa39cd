import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { type ChannelError, invalidChannelId, notSubscribed } from "../../domain/channels/refusals";
import type { SubscriptionChange } from "../../domain/channels/subscription";
import type { ChannelId } from "../../domain/ids";
import { canReadContent } from "../../domain/policy/channel-access";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** New personal settings for one channel. */
export interface SubscriptionUpdate {
  readonly channelId: ChannelId;
  readonly change: SubscriptionChange;
}

/** Changes the caller's personal settings of channels they are subscribed to, all or none. API §4.2. */
export const changeSubscriptions =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, changes: readonly SubscriptionUpdate[]): TaskEither<CallerError | ChannelError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      for (const { channelId } of changes) {
        const subscribed = checkSubscribed(tx.state, user, channelId, tx.now);
        if (E.isLeft(subscribed)) return subscribed;
      }
      if (changes.length > 0) tx.append({ type: "subscriptions_changed", userId: caller.userId, changes });
      return E.right(undefined);
    });

/** Callers who cannot read the channel get the same answer as if it did not exist. */
const checkSubscribed = (
  state: RealmState,
  user: User,
  channelId: ChannelId,
  now: number,
): E.Either<ChannelError, undefined> => {
  if (state.isSubscribed(user.id, channelId)) return E.right(undefined);
  const channel = state.channels.get(channelId);
  return E.left(
    channel && canReadContent(state, user, channel, now) ? notSubscribed(channelId) : invalidChannelId,
  );
};
