import { systemGroupsOfRole } from "../../../domain/groups/user-group";
import type { GroupId, UserId } from "../../../domain/ids";
import { isFullMember } from "../../../domain/policy/permission";
import { IdSet } from "../../../domain/state/id-set";
import { valuesOf } from "../../../domain/state/values-of";
import type { User } from "../../../domain/users/user";
import type { EventEntry, EventReader } from "../encode/event-reader";

type MembersOp = "add_members" | "remove_members";

export const membersEntry = (op: MembersOp, groupId: GroupId, userIds: readonly UserId[]): EventEntry => ({
  category: "user_group",
  body: { type: "user_group", op, group_id: groupId, user_ids: userIds },
});

/** Adds a user to the system groups of a role, or removes them. */
export const inSystemGroups = (
  op: MembersOp,
  user: User,
  role: User["role"],
  { state, now }: EventReader,
): readonly EventEntry[] =>
  systemGroupsOfRole(role, isFullMember(state, { ...user, role }, now)).map((groupId) =>
    membersEntry(op, groupId, [user.id]),
  );

/**
 * Adds people to their groups when a limited guest begins to see them, and removes them when the guest no longer does: the
 * guest's clients know only members whom the guest can see.
 */
export const membershipsOf = (
  op: MembersOp,
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
    const userIds = bySystemGroup.get(id) ?? [...ids.and(state.membersOf(id))];
    return userIds.length === 0 ? [] : [membersEntry(op, id, userIds)];
  });
};
