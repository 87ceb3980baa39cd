import { isFullMember } from "../../../domain/permission";
import type { RealmState } from "../../../domain/realm-state";
import { directSubgroups, roleInGroup, type UserGroup } from "../../../domain/user-group";
import { everyoneIn } from "./everyone";
import { encodePermissions } from "./group-setting";

/** Ids of the active users who are in the group by themselves, not through a subgroup. */
const directMembers = (state: RealmState, { id, systemName }: UserGroup, now: number): readonly number[] => {
  if (systemName === null)
    return [...state.membersOf(id)].filter((userId) => state.users.get(userId)?.isActive);
  const role = roleInGroup(systemName);
  if (role === undefined) return [];
  const ofRole = everyoneIn(state).byRole.get(role) ?? [];
  const waits = systemName === "role:fullmembers";
  return (waits ? ofRole.filter((user) => isFullMember(state, user, now)) : ofRole).map(({ id }) => id);
};

/** A group as the API lists it. API §2.5. */
export const encodeUserGroup = (
  group: UserGroup,
  state: RealmState,
  now: number,
): { readonly members: readonly number[]; readonly [field: string]: unknown } => ({
  id: group.id,
  name: group.name,
  description: group.description,
  members: directMembers(state, group, now),
  direct_subgroup_ids: directSubgroups(group),
  is_system_group: group.systemName !== null,
  deactivated: group.isDeactivated,
  creator_id: group.creatorId,
  date_created: group.createdAt === null ? null : Math.floor(group.createdAt / 1000),
  ...encodePermissions(group.permissions, state),
});
