import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, invalidChannelId } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { SubscriptionChange } from "../../domain/subscription";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";

/** How the caller wants to have one channel. */
export interface SubscriptionWish {
  readonly channelId: number;
  readonly change: SubscriptionChange;
}

/** Changes how the caller has channels that they are subscribed to; all of it or nothing. API §4.2. */
export const changeSubscriptions =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, wishes: readonly SubscriptionWish[]): Result<void> =>
    inTransaction(caller.realmId, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      for (const { channelId } of wishes) {
        const subscribed = checkSubscribed(tx.state, caller.userId, channelId);
        if (isLeft(subscribed)) return subscribed;
      }
      if (wishes.length > 0)
        tx.append({ type: "subscriptions_changed", userId: caller.userId, changes: wishes });
      return right(undefined);
    });

const checkSubscribed = (
  state: RealmState,
  userId: number,
  channelId: number,
): Either<ApiError, undefined> => {
  if (!state.channels.has(channelId)) return left(invalidChannelId);
  return state.isSubscribed(userId, channelId)
    ? right(undefined)
    : left(badRequest(`Not subscribed to channel ID ${channelId}`));
};
