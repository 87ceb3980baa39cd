import { isInGroup } from "../../../domain/permission";
import type { RealmState } from "../../../domain/realm-state";
import type { Role } from "../../../domain/role";
import { type SystemGroupName, systemGroupId, type UserGroup } from "../../../domain/user-group";
import { encodePermissions } from "./group-setting";

/** Each system group holds the one of the roles above it, and whom that leaves out. */
const nested: Readonly<Partial<Record<SystemGroupName, SystemGroupName>>> = {
  "role:administrators": "role:owners",
  "role:moderators": "role:administrators",
  "role:fullmembers": "role:moderators",
  "role:members": "role:fullmembers",
  "role:everyone": "role:members",
  "role:internet": "role:everyone",
};

const directRole: Readonly<Partial<Record<SystemGroupName, Role>>> = {
  "role:owners": "owner",
  "role:administrators": "administrator",
  "role:moderators": "moderator",
  "role:fullmembers": "member",
  "role:members": "member",
  "role:everyone": "guest",
};

const directMembers = (state: RealmState, group: UserGroup, now: number): readonly number[] => {
  if (group.systemName === null) return group.members;
  const role = directRole[group.systemName];
  const full = systemGroupId("role:fullmembers");
  return [...state.users.values()]
    .filter((user) => user.role === role && user.isActive && !user.isSystemBot)
    .filter((user) =>
      group.systemName === "role:fullmembers"
        ? isInGroup(state, user, full, now)
        : group.systemName !== "role:members" || !isInGroup(state, user, full, now),
    )
    .map(({ id }) => id);
};

/** A group as the API lists it. API §2.5. */
export const encodeUserGroup = (group: UserGroup, state: RealmState, now: number): object => {
  const inner = group.systemName === null ? undefined : nested[group.systemName];
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: directMembers(state, group, now),
    direct_subgroup_ids: inner ? [systemGroupId(inner)] : group.subgroups,
    is_system_group: group.systemName !== null,
    deactivated: group.isDeactivated,
    creator_id: group.creatorId,
    date_created: group.createdAt === null ? null : Math.floor(group.createdAt / 1000),
    ...encodePermissions(group.permissions),
  };
};
