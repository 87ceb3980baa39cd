import type { RealmEvent } from "../../../domain/events/event";
import type { GroupSetting } from "../../../domain/groups/group-setting";
import type { UserId } from "../../../domain/ids";
import { canSeeChannel } from "../../../domain/policy/channel-access";
import { canSeeUser } from "../../../domain/policy/user-access";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import type { EventReader, Word } from "../encode/event-reader";
import { encodePermissions } from "../encode/group-setting";
import { farewells, introductions } from "./acquaintance-event";
import { accountActivated, inSystemGroups } from "./people-event";

type Activation = Extract<RealmEvent, { type: "user_deactivated" | "user_reactivated" }>;

/**
 * Events for a deactivated or reactivated account. Readers who may see the user derive the changes of groups from it;
 * limited guests, who may not, get only the group events.
 */
export const userActivated = ({ type, userId }: Activation, reader: EventReader): readonly Word[] => {
  const { user: readingUser, state, now } = reader;
  const user = state.users.get(userId);
  if (user === undefined) return [];
  const isBack = type === "user_reactivated";
  const peers = peerWords(user, isBack, reader);
  // Clients that registered while the account was inactive don't have it in any group or setting.
  const named = [...memberships(user, isBack, reader), ...settings(user, reader)];
  if (!canSeeUser(state, readingUser, user, now)) return [...peers, ...named, ...forgotten(user, reader)];
  const account = accountActivated(user, isBack, reader);
  if (!isBack) return [...peers, ...account];
  // A limited guest may have lost sight of them.
  const again = allows(readingUser.role, "member") ? [] : introductions([user.id], reader);
  return [...again, ...account, ...peers, ...named];
};

/** Deactivated users don't count as fellow subscribers. */
const peerWords = (
  { id }: User,
  isBack: boolean,
  { user: reader, state, now }: EventReader,
): readonly Word[] => {
  const stream_ids = state.subscriptionsOf(id).flatMap(({ channelId, isActive }) => {
    const channel = state.channels.get(channelId);
    return isActive && channel && canSeeChannel(state, reader, channel, now) ? [channelId] : [];
  });
  const op = isBack ? "peer_add" : "peer_remove";
  return stream_ids.length === 0
    ? []
    : [{ category: "subscription", body: { type: "subscription", op, stream_ids, user_ids: [id] } }];
};

const memberships = (user: User, isBack: boolean, reader: EventReader): readonly Word[] => {
  const op = isBack ? "add_members" : "remove_members";
  return [
    ...[...reader.state.groups.values()]
      .filter((group) => reader.state.membersOf(group.id).has(user.id))
      .map(
        ({ id }): Word => ({
          category: "user_group",
          body: { type: "user_group", op, group_id: id, user_ids: [user.id] },
        }),
      ),
    ...inSystemGroups(op, user, user.role, reader),
  ];
};

const naming = (
  permissions: Readonly<Record<string, GroupSetting>>,
  userId: UserId,
): Readonly<Record<string, GroupSetting>> =>
  Object.fromEntries(
    Object.entries(permissions).filter(
      ([, setting]) => typeof setting !== "number" && setting.directMembers.includes(userId),
    ),
  );

/** The settings of groups, channels and the realm that name the user. */
const settings = ({ id }: User, { user: reader, state, now }: EventReader): readonly Word[] => {
  const ofRealm = encodePermissions(naming(state.realm.permissions, id), state);
  const ofGroups = [...state.groups.values()].flatMap((group): readonly Word[] => {
    const data = encodePermissions(naming(group.permissions, id), state);
    const body = { type: "user_group", op: "update", group_id: group.id, data };
    return Object.keys(data).length === 0 ? [] : [{ category: "user_group", body }];
  });
  const ofChannels = [...state.channels.values()].flatMap((channel): readonly Word[] =>
    canSeeChannel(state, reader, channel, now)
      ? Object.entries(encodePermissions(naming(channel.permissions, id), state)).map(
          ([property, value]) => ({
            category: "channel",
            body: {
              type: "stream",
              op: "update",
              stream_id: channel.id,
              name: channel.name,
              property,
              value,
            },
          }),
        )
      : [],
  );
  const body = { type: "realm", op: "update_dict", property: "default", data: ofRealm };
  const named = [...ofGroups, ...ofChannels];
  return Object.keys(ofRealm).length === 0 ? named : [...named, { category: "realm", body }];
};

/** For readers who saw the user through a channel, where deactivated users don't count. */
const forgotten = (user: User, reader: EventReader): readonly Word[] =>
  reader.state
    .subscriptionsOf(user.id)
    .some(({ channelId, isActive }) => isActive && reader.state.isSubscribed(reader.user.id, channelId))
    ? farewells([user.id], reader)
    : [];
