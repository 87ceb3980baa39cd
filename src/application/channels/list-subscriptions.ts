import { isLeft, right } from "fp-ts/Either";
import type { RealmState } from "../../domain/realm-state";
import type { Subscription } from "../../domain/subscription";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

export interface SubscriptionList {
  readonly state: RealmState;
  readonly user: User;
  readonly subscriptions: readonly Subscription[];
}

/** The caller's own subscriptions that are in force. */
export const listSubscriptions =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<SubscriptionList> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const subscriptions = state.subscriptionsOf(caller.userId).filter(({ isActive }) => isActive);
    return right({ state, user: user.right, subscriptions });
  };
