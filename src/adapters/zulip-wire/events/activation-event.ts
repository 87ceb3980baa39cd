import type { RealmEvent } from "../../../domain/events/event";
import { canSeeUser, seesEveryone } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { seesBotSettings } from "../encode/bot";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { sightOf } from "../encode/shown-user";
import type { View } from "../encode/visible-members";
import {
  type ChannelsByViewers,
  groupingByViewers,
  visibilityKey,
  visibleAmong,
} from "./channels-by-viewers";
import { membershipsOf } from "./membership-entries";
import {
  channelsNaming,
  namedByChannel,
  namedByGroups,
  namedByRealm,
  namedPeople,
  permissionsNaming,
} from "./naming-entries";
import { accountActivated } from "./people-event";
import { farewells, introductions, withdrawals } from "./people-visibility-event";

type Activation = Extract<RealmEvent, { type: "user_deactivated" | "user_reactivated" }>;

/**
 * Events for a deactivated or reactivated account. Readers who may see the user derive from a deactivation that they
 * left their groups, and learn which settings no longer name them. Limited guests who may not see them learn nothing.
 */
export const userActivated = (event: Activation, reader: EventReader): readonly EventEntry[] => {
  const { user: readingUser, state, now } = reader;
  const user = state.users.get(event.userId);
  if (user === undefined) return [];
  const isBack = event.type === "user_reactivated";
  const channels = channelsOf(event, user, reader);
  const peers = peerEntries(user, isBack, channels, reader);
  if (!canSeeUser(state, readingUser, user, now)) return [...peers, ...forgotten(user, channels, reader)];
  const account = accountActivated(user, isBack, reader);
  const seesAll = seesEveryone(state, readingUser, now);
  if (!isBack)
    return [
      ...peers,
      ...account,
      ...(seesAll ? named(event, user, reader) : permissionsNaming([user], reader)),
    ];
  // A limited guest may have lost sight of them. Introductions name their groups and the settings that name them.
  return seesAll
    ? [...account, ...peers, ...membershipsOf("add_members", [user], reader), ...named(event, user, reader)]
    : [...introductions([user.id], reader), ...account, ...peers];
};

/** What all readers of an event share. Otherwise each of a thousand queues would look at each channel and group. */
const onceFor = <A>(compute: (event: Activation, user: User, reader: EventReader) => A) => {
  const known = new WeakMap<Activation, { readonly state: RealmState; readonly value: A }>();
  return (event: Activation, user: User, reader: EventReader): A => {
    const { state } = reader;
    const held = known.get(event);
    if (held?.state === state) return held.value;
    const value = compute(event, user, reader);
    known.set(event, { state, value });
    return value;
  };
};

const sortingOf = onceFor((_event, _user, { state, now }) => groupingByViewers(state, now));

/** The channels of the account. */
const channelsOf = onceFor((event, user, reader) => {
  const subscribed = reader.state.subscriptionsOf(user.id).filter(({ isActive }) => isActive);
  return sortingOf(event, user, reader)(subscribed.map(({ channelId }) => channelId));
});

/** The settings that name the account, for readers who see everyone. */
const namingOf = onceFor((event, user, reader) => {
  const { state } = reader;
  const people = namedPeople([user]);
  const view: View = { state, isSeen: undefined };
  const byChannel = new Map(
    channelsNaming(people, view).map(
      (channel) => [channel.id, namedByChannel(people, channel, view)] as const,
    ),
  );
  return {
    byRealm: namedByRealm(people, view),
    byGroups: namedByGroups(people, view, () => true),
    byChannel,
    channels: sortingOf(event, user, reader)([...byChannel.keys()]),
  };
});

/** Deactivated users don't count as fellow subscribers. */
const peerEntries = (
  { id }: User,
  isBack: boolean,
  channels: ChannelsByViewers,
  reader: EventReader,
): readonly EventEntry[] => {
  const stream_ids = visibleAmong(channels, reader);
  const op = isBack ? "peer_add" : "peer_remove";
  return stream_ids.length === 0
    ? []
    : [{ category: "subscription", body: { type: "subscription", op, stream_ids, user_ids: [id] } }];
};

/**
 * The settings of groups, channels and the realm that name the account. Their values name it only while it is active.
 */
const named = (event: Activation, user: User, reader: EventReader): readonly EventEntry[] => {
  const { byGroups, byChannel, byRealm, channels } = namingOf(event, user, reader);
  const inChannels = visibleAmong(channels, reader).flatMap((id) => byChannel.get(id) ?? []);
  return [...byGroups, ...inChannels, ...byRealm];
};

/** Whether the reader is in a channel of the account. */
const isFellow = ({ groupOf }: ChannelsByViewers, { state, user }: EventReader): boolean =>
  state.subscriptionsOf(user.id).some(({ channelId, isActive }) => isActive && groupOf.has(channelId));

/** For readers who saw the user through a channel, where deactivated users don't count. */
const forgotten = (user: User, channels: ChannelsByViewers, reader: EventReader): readonly EventEntry[] =>
  isFellow(channels, reader) ? [...withdrawals([user], reader), ...farewells([user.id], reader)] : [];

/**
 * What the JSON of `userActivated` depends on, besides what the client can do. Undefined for those who share it with nobody: the user, and
 * limited guests if settings name the user, since such a setting also names others of whom each guest sees some.
 */
export const activationKey = (event: Activation, reader: EventReader): string | undefined => {
  const user = reader.state.users.get(event.userId);
  if (user === undefined || user.id === reader.user.id) return undefined;
  const channels = channelsOf(event, user, reader);
  const { byRealm, byGroups, byChannel, channels: namingChannels } = namingOf(event, user, reader);
  const seen = visibilityKey(channels, reader);
  if (seesEveryone(reader.state, reader.user, reader.now))
    return `${seesBotSettings(reader.user, user)} ${seen} ${visibilityKey(namingChannels, reader)}`;
  if (byRealm.length > 0 || byGroups.length > 0 || byChannel.size > 0) return undefined;
  return `limited ${seesBotSettings(reader.user, user)} ${seen} ${isFellow(channels, reader)} ${sightOf(user.id, reader)}`;
};
