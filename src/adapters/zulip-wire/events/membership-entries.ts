import { systemGroupsOfRole } from "../../../domain/groups/user-group";
import type { GroupId, UserId } from "../../../domain/ids";
import { isFullMember } from "../../../domain/policy/permission";
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
 * guest's clients know only members the guest can see. Visits only the groups of these people.
 */
export const membershipsOf = (
  op: MembersOp,
  users: readonly User[],
  { state, now, presentation }: EventReader,
): readonly EventEntry[] => {
  const byGroup = new Map<GroupId, UserId[]>();
  for (const user of users) {
    const systemGroups = user.isSystemBot
      ? []
      : systemGroupsOfRole(user.role, isFullMember(state, user, now));
    for (const groupId of [...systemGroups, ...state.membershipsOf(user.id)]) {
      const members = byGroup.get(groupId);
      if (members === undefined) byGroup.set(groupId, [user.id]);
      else members.push(user.id);
    }
  }
  return [...byGroup]
    .filter(([id]) => presentation.includeDeactivatedGroups || !state.groups.get(id)?.isDeactivated)
    .sort(([a], [b]) => a - b)
    .map(([id, userIds]) => membersEntry(op, id, userIds));
};
