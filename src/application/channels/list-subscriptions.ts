import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Subscription } from "../../domain/channels/subscription";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import { type ChannelActivity, readActivities } from "../channel-activity/channel-activity";
import type { ChannelTraffic } from "../channel-activity/channel-traffic";
import type { KnownMessageSpans } from "../channel-activity/known-message-spans";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

/** A user's subscriptions with the state they were read from, and the user as stored there. */
export interface SubscriptionList {
  readonly state: RealmState;
  readonly user: User;
  readonly subscriptions: readonly {
    readonly subscription: Subscription;
    readonly activity: ChannelActivity;
  }[];
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly messageSpans: KnownMessageSpans;
  readonly traffic: ChannelTraffic;
  readonly clock: Clock;
}

/** Lists the caller's subscriptions, without archived channels. */
export const listSubscriptions =
  (ports: Ports) =>
  (caller: Caller): TaskEither<CallerError, SubscriptionList> =>
    readAsCaller(ports.directory, caller, async (state, user) => {
      const active = state.subscriptionsOf(caller.userId).flatMap((subscription) => {
        const channel = state.channels.get(subscription.channelId);
        return subscription.isActive && channel && !channel.isArchived ? [{ subscription, channel }] : [];
      });
      const channels = active.map(({ channel }) => channel);
      const activities = await readActivities(ports, state, channels);
      return E.right({
        state,
        user,
        subscriptions: activities.flatMap((activity, index) => {
          const subscription = active[index]?.subscription;
          return subscription ? [{ subscription, activity }] : [];
        }),
      });
    });
