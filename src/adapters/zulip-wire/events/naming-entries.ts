import type { Channel } from "../../../domain/channels/channel";
import type { GroupSetting } from "../../../domain/groups/group-setting";
import type { UserId } from "../../../domain/ids";
import { canSeeChannel } from "../../../domain/policy/channel-access";
import { IdSet } from "../../../domain/state/id-set";
import type { User } from "../../../domain/users/user";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { encodePermissions } from "../encode/group-setting";
import { type View, viewOf } from "../encode/visible-members";
import { channelUpdate } from "./channel-update";

/** Some people, as a list to visit and as a set to ask. */
export interface NamedPeople {
  readonly ids: readonly UserId[];
  readonly has: (id: UserId) => boolean;
}

export const namedPeople = (users: readonly User[]): NamedPeople => {
  const ids = users.map(({ id }) => id);
  const set = new Set(ids);
  return { ids, has: (id) => set.has(id) };
};

const naming = (
  permissions: Readonly<Record<string, GroupSetting>>,
  people: NamedPeople,
): Readonly<Record<string, GroupSetting>> =>
  Object.fromEntries(
    Object.entries(permissions).filter(
      ([, setting]) => typeof setting !== "number" && setting.directMembers.some(people.has),
    ),
  );

/** The realm's permissions that name any of the people. */
export const namedByRealm = (people: NamedPeople, view: View): readonly EventEntry[] => {
  const data = encodePermissions(naming(view.state.realm.permissions, people), view);
  const body = { type: "realm", op: "update_dict", property: "default", data };
  return Object.keys(data).length === 0 ? [] : [{ category: "realm", body }];
};

/** The permissions of groups that name any of the people. */
export const namedByGroups = (
  people: NamedPeople,
  view: View,
  isKnown: (group: { readonly isDeactivated: boolean }) => boolean,
): readonly EventEntry[] => {
  const { state } = view;
  const groupIds = IdSet.union(people.ids.map((id) => state.groupsNaming(id)));
  return [...groupIds].flatMap((id): readonly EventEntry[] => {
    const group = state.groups.get(id);
    if (group === undefined || !isKnown(group)) return [];
    const body = () => ({
      type: "user_group",
      op: "update",
      group_id: id,
      data: encodePermissions(naming(group.permissions, people), view),
    });
    return [{ category: "user_group", body }];
  });
};

/** The channels whose permissions name any of the people. */
export const channelsNaming = (people: NamedPeople, { state }: Pick<View, "state">): readonly Channel[] =>
  [...IdSet.union(people.ids.map((id) => state.channelsNaming(id)))].flatMap(
    (id) => state.channels.get(id) ?? [],
  );

/** The permissions of a channel that name any of the people. */
export const namedByChannel = (people: NamedPeople, channel: Channel, view: View): readonly EventEntry[] =>
  Object.entries(encodePermissions(naming(channel.permissions, people), view)).map(([property, value]) =>
    channelUpdate(channel.id, channel.name, { property, value }),
  );

/**
 * The permissions that name any of the people, when a limited guest begins to see them or no longer does: the guest's clients
 * know only those the guest can see.
 */
export const permissionsNaming = (users: readonly User[], reader: EventReader): readonly EventEntry[] => {
  if (users.length === 0) return [];
  const { state, user, now, presentation } = reader;
  const people = namedPeople(users);
  const view = viewOf(state, user, now);
  const channels = channelsNaming(people, view).filter(
    (channel) =>
      (presentation.archivedChannels || !channel.isArchived) && canSeeChannel(state, user, channel, now),
  );
  return [
    ...namedByRealm(people, view),
    ...namedByGroups(people, view, (group) => presentation.includeDeactivatedGroups || !group.isDeactivated),
    ...channels.flatMap((channel) => namedByChannel(people, channel, view)),
  ];
};
