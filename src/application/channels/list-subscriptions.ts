import { isLeft, right } from "fp-ts/Either";
import type { RealmState } from "../../domain/realm-state";
import type { Subscription } from "../../domain/subscription";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { RealmDirectory } from "../realm-directory";
import { type ChannelActivity, withActivity } from "./channel-activity";
import type { ChannelTraffic } from "./channel-traffic";

/** A user's subscriptions, with the realm that they were found in. */
export interface SubscriptionList {
  readonly state: RealmState;
  readonly subscriptions: readonly {
    readonly subscription: Subscription;
    readonly activity: ChannelActivity;
  }[];
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly traffic: ChannelTraffic;
  readonly clock: Clock;
}

/** The caller's own subscriptions to channels that aren't archived. */
export const listSubscriptions =
  (ports: Ports) =>
  (caller: Caller): Result<SubscriptionList> =>
  async () => {
    const state = await ports.directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const active = state.subscriptionsOf(caller.userId).flatMap((subscription) => {
      const channel = state.channels.get(subscription.channelId);
      return subscription.isActive && channel && !channel.isArchived ? [{ subscription, channel }] : [];
    });
    const channels = active.map(({ channel }) => channel);
    const activities = await withActivity(ports, caller.realmId, channels);
    return right({
      state,
      subscriptions: activities.flatMap((activity, index) => {
        const subscription = active[index]?.subscription;
        return subscription ? [{ subscription, activity }] : [];
      }),
    });
  };
