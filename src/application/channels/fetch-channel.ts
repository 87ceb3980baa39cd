import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { type ChannelError, invalidChannelId } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { channelToSee } from "../access/find-channel";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import { type ChannelActivity, readActivities } from "../channel-activity/channel-activity";
import type { ChannelTraffic } from "../channel-activity/channel-traffic";
import type { KnownMessageSpans } from "../channel-activity/known-message-spans";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messageSpans: KnownMessageSpans;
  readonly traffic: ChannelTraffic;
  readonly clock: Clock;
}

/** Fetches one channel that the caller can see. */
export const fetchChannel =
  (ports: Ports) =>
  (
    caller: Caller,
    channelId: ChannelId,
  ): TaskEither<
    CallerError | ChannelError,
    { readonly state: RealmState; readonly user: User; readonly activity: ChannelActivity }
  > =>
    readAsCaller(ports.directory, caller, async (state, user) => {
      const channel = channelToSee(state, user, channelId, ports.clock.now());
      if (E.isLeft(channel)) return channel;
      const [activity] = await readActivities(ports, state, [channel.right]);
      return activity ? E.right({ state, user, activity }) : E.left(invalidChannelId);
    });
