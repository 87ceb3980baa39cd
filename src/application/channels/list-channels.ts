import { isLeft, left, right } from "fp-ts/Either";
import type { Channel } from "../../domain/channel";
import { canReadContent, canSeeChannel } from "../../domain/channel-access";
import { badRequest } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { allows } from "../../domain/role";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { RealmDirectory } from "../realm-directory";
import { type ChannelActivity, withActivity } from "./channel-activity";
import type { ChannelTraffic } from "./channel-traffic";

interface ChannelsWanted {
  readonly public: boolean;
  readonly webPublic: boolean;
  readonly subscribed: boolean;
  readonly excludeArchived: boolean;
  /** Every channel that the caller may know of. */
  readonly all: boolean;
  /** The same for administrators, refused to others. */
  readonly allActive: boolean;
  readonly default: boolean;
  /** For a bot: those that its owner is subscribed to. */
  readonly ownerSubscribed: boolean;
  readonly canAccessContent: boolean;
}

/** Channels, with the realm that they were found in. */
export interface ChannelList {
  readonly state: RealmState;
  readonly channels: readonly ChannelActivity[];
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly traffic: ChannelTraffic;
  readonly clock: Clock;
}

/** Channels by what they are to the caller: those of any wanted kind, in the order of their names. API §4.11. */
export const listChannels =
  (ports: Ports) =>
  (caller: Caller, wanted: ChannelsWanted): Result<ChannelList> =>
  async () => {
    const { directory, clock } = ports;
    const state = await directory.of(caller.realmId);
    const found = callerIn(state, caller);
    if (isLeft(found)) return found;
    const user = found.right;
    const now = clock.now();
    if (wanted.allActive && !allows(user.role, "administrator"))
      return left(badRequest("User not authorized for this query"));
    const channels = [...state.channels.values()]
      .filter((channel) => !(wanted.excludeArchived && channel.isArchived))
      .filter((channel) => isWanted(state, user, channel, wanted, now))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    return right({ state, channels: await withActivity(ports, caller.realmId, channels) });
  };

const isWanted = (
  state: RealmState,
  user: User,
  channel: Channel,
  wanted: ChannelsWanted,
  now: number,
): boolean => {
  const owner = user.bot?.ownerId ?? null;
  if (wanted.all || wanted.allActive) return canSeeChannel(state, user, channel, now);
  return (
    (wanted.subscribed && state.isSubscribed(user.id, channel.id)) ||
    (wanted.public && channel.privacy !== "private" && user.role !== "guest") ||
    (wanted.webPublic && channel.privacy === "web-public") ||
    (wanted.default && state.defaultChannels.has(channel.id) && canSeeChannel(state, user, channel, now)) ||
    (wanted.ownerSubscribed && owner !== null && state.isSubscribed(owner, channel.id)) ||
    (wanted.canAccessContent && canReadContent(state, user, channel, now))
  );
};
