import { groupedBy } from "../../../domain/grouped-by";
import { isFullMember } from "../../../domain/permission";
import type { RealmState } from "../../../domain/realm-state";
import type { User } from "../../../domain/user";
import { directSubgroups, roleInGroup, type UserGroup } from "../../../domain/user-group";
import { encodePermissions } from "./group-setting";

type People = ReadonlyMap<User["role"], readonly User[]>;

/** Kept as long as nobody comes, goes or changes: lists of all groups ask for each role, of all people. */
const known = new WeakMap<RealmState["users"], People>();

/** The active users of each role, by id. */
const activeByRole = ({ users }: RealmState): People => {
  const before = known.get(users);
  if (before) return before;
  const people = groupedBy(
    [...users.values()].filter(({ isActive, isSystemBot }) => isActive && !isSystemBot),
    ({ role }) => role,
  );
  known.set(users, people);
  return people;
};

/** Ids of the active users who are in the group by themselves, not through a subgroup. */
const directMembers = (state: RealmState, { id, systemName }: UserGroup, now: number): readonly number[] => {
  if (systemName === null)
    return [...state.membersOf(id)].filter((userId) => state.users.get(userId)?.isActive);
  const role = roleInGroup(systemName);
  if (role === undefined) return [];
  const people = activeByRole(state).get(role) ?? [];
  const members =
    systemName === "role:fullmembers" ? people.filter((user) => isFullMember(state, user, now)) : people;
  return members.map((user) => user.id);
};

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
