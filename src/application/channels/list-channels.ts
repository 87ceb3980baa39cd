import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Channel } from "../../domain/channels/channel";
import { type ChannelError, notAuthorizedForQuery } from "../../domain/channels/refusals";
import { canReadContent, canSeeChannel } from "../../domain/policy/channel-access";
import type { RealmState } from "../../domain/state/realm-state";
import { allows } from "../../domain/users/role";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import { type ChannelActivity, readActivities } from "../channel-activity/channel-activity";
import type { ChannelTraffic } from "../channel-activity/channel-traffic";
import type { KnownMessageSpans } from "../channel-activity/known-message-spans";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

/** Kinds of channels to list. */
interface ChannelFilter {
  readonly public: boolean;
  readonly webPublic: boolean;
  readonly subscribed: boolean;
  readonly excludeArchived: boolean;
  /** Includes every channel the caller can see. */
  readonly all: boolean;
  /** Like `all`, for administrators only. */
  readonly allActive: boolean;
  readonly default: boolean;
  /** For a bot: channels its owner is subscribed to. */
  readonly ownerSubscribed: boolean;
  readonly canAccessContent: boolean;
}

/** Channels with the state they were read from, and the caller as stored there. */
export interface ChannelList {
  readonly state: RealmState;
  readonly user: User;
  readonly channels: readonly ChannelActivity[];
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly messageSpans: KnownMessageSpans;
  readonly traffic: ChannelTraffic;
  readonly clock: Clock;
}

/** Lists the channels that match any of the wanted kinds, sorted by name. API §4.11. */
export const listChannels =
  (ports: Ports) =>
  (caller: Caller, filter: ChannelFilter): TaskEither<CallerError | ChannelError, ChannelList> =>
    readAsCaller(ports.directory, caller, async (state, user) => {
      if (filter.allActive && !allows(user.role, "administrator")) return E.left(notAuthorizedForQuery);
      const now = ports.clock.now();
      const channels = [...state.channels.values()]
        .filter((channel) => !(filter.excludeArchived && channel.isArchived))
        .filter((channel) => matches(state, user, channel, filter, now))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return E.right({ state, user, channels: await readActivities(ports, state, channels) });
    });

const matches = (
  state: RealmState,
  user: User,
  channel: Channel,
  filter: ChannelFilter,
  now: number,
): boolean => {
  const owner = user.bot?.ownerId ?? null;
  if (filter.all || filter.allActive) return canSeeChannel(state, user, channel, now);
  return (
    (filter.subscribed && state.isSubscribed(user.id, channel.id)) ||
    (filter.public && channel.privacy !== "private" && user.role !== "guest") ||
    (filter.webPublic && channel.privacy === "web-public") ||
    (filter.default && state.defaultChannels.has(channel.id) && canSeeChannel(state, user, channel, now)) ||
    (filter.ownerSubscribed && owner !== null && state.isSubscribed(owner, channel.id)) ||
    (filter.canAccessContent && canReadContent(state, user, channel, now))
  );
};
