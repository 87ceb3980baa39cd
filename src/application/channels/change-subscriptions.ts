import { type Either, isLeft, left, right } from "fp-ts/Either";
import { canReadContent } from "../../domain/channel-access";
import { type ApiError, badRequest, invalidChannelId } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { SubscriptionChange } from "../../domain/subscription";
import type { User } from "../../domain/user";
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
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      for (const { channelId } of wishes) {
        const subscribed = checkSubscribed(tx.state, user.right, channelId, tx.now);
        if (isLeft(subscribed)) return subscribed;
      }
      if (wishes.length > 0)
        tx.append({ type: "subscriptions_changed", userId: caller.userId, changes: wishes });
      return right(undefined);
    });

/** Who may not read the channel isn't told that it is there. */
const checkSubscribed = (
  state: RealmState,
  user: User,
  channelId: number,
  now: number,
): Either<ApiError, undefined> => {
  if (state.isSubscribed(user.id, channelId)) return right(undefined);
  const channel = state.channels.get(channelId);
  return left(
    channel && canReadContent(state, user, channel, now)
      ? badRequest(`Not subscribed to channel ID ${channelId}`)
      : invalidChannelId,
  );
};
