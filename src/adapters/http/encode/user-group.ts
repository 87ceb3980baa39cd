import { isFullMember } from "../../../domain/permission";
import type { RealmState } from "../../../domain/realm-state";
import { directSubgroups, systemGroupsOfRole, type UserGroup } from "../../../domain/user-group";
import { encodePermissions } from "./group-setting";

/** Ids of the active users who are in the group by themselves, not through a subgroup. */
const directMembers = (state: RealmState, group: UserGroup, now: number): readonly number[] =>
  group.systemName === null
    ? [...state.membersOf(group.id)].filter((id) => state.users.get(id)?.isActive)
    : [...state.users.values()]
        .filter((user) => user.isActive && !user.isSystemBot)
        .filter((user) => systemGroupsOfRole(user.role, isFullMember(state, user, now)).includes(group.id))
        .map(({ id }) => id);

/** A group as the API lists it. API §2.5. */
export const encodeUserGroup = (group: UserGroup, state: RealmState, now: number): object => ({
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
