import { systemGroupsOfRole, type UserGroup } from "../../../domain/groups/user-group";
import type { GroupId, UserId } from "../../../domain/ids";
import { isFullMember } from "../../../domain/policy/permission";
import { seesEveryone, usersSeenBy } from "../../../domain/policy/user-access";
import { IdSet } from "../../../domain/state/id-set";
import type { RealmState } from "../../../domain/state/realm-state";
import { valuesOf } from "../../../domain/state/values-of";
import type { User } from "../../../domain/users/user";
import type { EventEntry, EventReader } from "./event-reader";
import { encodeUserGroup } from "./user-group";

/** Leaves out people whom the reader can't see. */
export const seenMembers = (
  userIds: readonly UserId[],
  state: RealmState,
  reader: User,
  now: number,
): readonly UserId[] => {
  if (seesEveryone(state, reader, now)) return userIds;
  const { isSeen } = usersSeenBy(state, reader, now);
  return userIds.filter((id) => {
    const user = state.users.get(id);
    return user !== undefined && isSeen(user);
  });
};

/** A user group with only the members whom the reader can see. */
export const encodeSeenGroup = (
  group: UserGroup,
  state: RealmState,
  reader: User,
  now: number,
): ReturnType<typeof encodeUserGroup> => {
  const encoded = encodeUserGroup(group, state, now);
  return { ...encoded, members: seenMembers(encoded.members, state, reader, now) };
};

/**
 * Adds people to their groups when a limited guest begins to see them, and removes them when the guest no longer does: the
 * guest's clients know only members whom the guest can see.
 */
export const membershipsOf = (
  op: "add_members" | "remove_members",
  users: readonly User[],
  { state, now, presentation }: EventReader,
): readonly EventEntry[] => {
  const people = users.filter(({ isSystemBot }) => !isSystemBot);
  if (people.length === 0) return [];
  const bySystemGroup = new Map<GroupId, UserId[]>();
  for (const user of people)
    for (const groupId of systemGroupsOfRole(user.role, isFullMember(state, user, now))) {
      const members = bySystemGroup.get(groupId);
      if (members === undefined) bySystemGroup.set(groupId, [user.id]);
      else members.push(user.id);
    }
  const ids = IdSet.of(people.map(({ id }) => id));
  return valuesOf(state.groups).flatMap(({ id, isDeactivated }): readonly EventEntry[] => {
    if (isDeactivated && !presentation.includeDeactivatedGroups) return [];
    const user_ids = bySystemGroup.get(id) ?? [...ids.and(state.membersOf(id))];
    return user_ids.length === 0
      ? []
      : [{ category: "user_group", body: { type: "user_group", op, group_id: id, user_ids } }];
  });
};
