import type { Channel } from "../../../domain/channels/channel";
import type { RealmEvent } from "../../../domain/events/event";
import type { GroupSetting } from "../../../domain/groups/group-setting";
import type { UserId } from "../../../domain/ids";
import { canSeeUser } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { encodePermissions } from "../encode/group-setting";
import { farewells, introductions } from "./acquaintance-event";
import { type SortedChannels, seenAmong, sortingChannels } from "./alike-channels";
import { inSystemGroups, membersEntry } from "./membership-entries";
import { accountActivated } from "./people-event";

type Activation = Extract<RealmEvent, { type: "user_deactivated" | "user_reactivated" }>;

/**
 * Events for a deactivated or reactivated account. Readers who may see the user derive from a deactivation that they left their
 * groups. Limited guests who may not see them get only the settings that name them.
 */
export const userActivated = (event: Activation, reader: EventReader): readonly EventEntry[] => {
  const { user: readingUser, state, now } = reader;
  const user = state.users.get(event.userId);
  if (user === undefined) return [];
  const isBack = event.type === "user_reactivated";
  const channels = channelsOf(event, user, reader);
  const peers = peerEntries(user, isBack, channels, reader);
  if (!canSeeUser(state, readingUser, user, now))
    return [...peers, ...named(event, user, reader), ...forgotten(user, channels, reader)];
  const account = accountActivated(user, isBack, reader);
  if (!isBack) return [...peers, ...account];
  const { inGroups } = namingOf(event, user, reader);
  // A limited guest may have lost sight of them. Introductions name their groups.
  return allows(readingUser.role, "member")
    ? [...account, ...peers, ...inGroups, ...named(event, user, reader)]
    : [...introductions([user.id], reader), ...account, ...peers, ...named(event, user, reader)];
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

const sortingOf = onceFor((_event, _user, { state, now }) => sortingChannels(state, now));

/** The channels of the account. */
const channelsOf = onceFor((event, user, reader) => {
  const subscribed = reader.state.subscriptionsOf(user.id).filter(({ isActive }) => isActive);
  return sortingOf(event, user, reader)(subscribed.map(({ channelId }) => channelId));
});

/** The groups of the account, and the settings that name it. */
const namingOf = onceFor((event, user, reader) => {
  const { state } = reader;
  const byChannel = new Map(
    [...state.channels.values()].flatMap((channel) => {
      const entries = namedByChannel(user, channel, state);
      return entries.length === 0 ? [] : [[channel.id, entries] as const];
    }),
  );
  return {
    inGroups: groupsAgain(user, reader),
    byRealm: namedByRealm(user, state),
    byGroups: namedByGroups(user, state),
    byChannel,
    channels: sortingOf(event, user, reader)([...byChannel.keys()]),
  };
});

/** Deactivated users don't count as fellow subscribers. */
const peerEntries = (
  { id }: User,
  isBack: boolean,
  channels: SortedChannels,
  reader: EventReader,
): readonly EventEntry[] => {
  const stream_ids = seenAmong(channels, reader);
  const op = isBack ? "peer_add" : "peer_remove";
  return stream_ids.length === 0
    ? []
    : [{ category: "subscription", body: { type: "subscription", op, stream_ids, user_ids: [id] } }];
};

const groupsAgain = (user: User, reader: EventReader): readonly EventEntry[] => [
  ...[...reader.state.groups.values()]
    .filter((group) => reader.state.membersOf(group.id).has(user.id))
    .map(({ id }) => membersEntry("add_members", id, [user.id])),
  ...inSystemGroups("add_members", user, user.role, reader),
];

const naming = (
  permissions: Readonly<Record<string, GroupSetting>>,
  userId: UserId,
): Readonly<Record<string, GroupSetting>> =>
  Object.fromEntries(
    Object.entries(permissions).filter(
      ([, setting]) => typeof setting !== "number" && setting.directMembers.includes(userId),
    ),
  );

/**
 * The settings of groups, channels and the realm that name the account. Clients that registered while it was inactive don't
 * have it in any of them.
 */
const named = (event: Activation, user: User, reader: EventReader): readonly EventEntry[] => {
  const { byGroups, byChannel, byRealm, channels } = namingOf(event, user, reader);
  const inChannels = seenAmong(channels, reader).flatMap((id) => byChannel.get(id) ?? []);
  return [...byGroups, ...inChannels, ...byRealm];
};

const namedByRealm = ({ id }: User, state: RealmState): readonly EventEntry[] => {
  const data = encodePermissions(naming(state.realm.permissions, id), state);
  const body = { type: "realm", op: "update_dict", property: "default", data };
  return Object.keys(data).length === 0 ? [] : [{ category: "realm", body }];
};

const namedByGroups = ({ id }: User, state: RealmState): readonly EventEntry[] =>
  [...state.groups.values()].flatMap((group): readonly EventEntry[] => {
    const data = encodePermissions(naming(group.permissions, id), state);
    const body = { type: "user_group", op: "update", group_id: group.id, data };
    return Object.keys(data).length === 0 ? [] : [{ category: "user_group", body }];
  });

const namedByChannel = ({ id }: User, channel: Channel, state: RealmState): readonly EventEntry[] =>
  Object.entries(encodePermissions(naming(channel.permissions, id), state)).map(([property, value]) => ({
    category: "channel",
    body: {
      type: "stream",
      op: "update",
      stream_id: channel.id,
      name: channel.name,
      property,
      value,
    },
  }));

/** For readers who saw the user through a channel, where deactivated users don't count. */
const forgotten = (user: User, { groupOf }: SortedChannels, reader: EventReader): readonly EventEntry[] =>
  reader.state
    .subscriptionsOf(reader.user.id)
    .some(({ channelId, isActive }) => isActive && groupOf.has(channelId))
    ? farewells([user.id], reader)
    : [];
