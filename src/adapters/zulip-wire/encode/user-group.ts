import { directSubgroups, roleInGroup, type UserGroup } from "../../../domain/groups/user-group";
import type { GroupId, UserId } from "../../../domain/ids";
import { isFullMember } from "../../../domain/policy/permission";
import type { RealmState } from "../../../domain/state/realm-state";
import type { Encoded } from "./encoded";
import { encodePermissions } from "./group-setting";
import { everyoneIn } from "./user-lists";
import { type View, visibleMembers } from "./visible-members";

/** Ids of the group's direct active members, whether or not somebody sees them. */
const directMembers = (state: RealmState, { id, systemName }: UserGroup, now: number): readonly UserId[] => {
  if (systemName === null)
    return [...state.membersOf(id)].filter((userId) => state.users.get(userId)?.isActive);
  const role = roleInGroup(systemName);
  if (role === undefined) return [];
  const { users, ids } = everyoneIn(state).byRole.get(role) ?? { users: [], ids: [] };
  if (systemName !== "role:fullmembers" || state.realm.settings.waitingPeriodThreshold === 0) return ids;
  return users.filter((user) => isFullMember(state, user, now)).map(({ id }) => id);
};

/** A user group, naming only people the reader can see. API §2.5. */
export const encodeUserGroup = (
  group: UserGroup,
  view: View,
  now: number,
): Encoded<UserGroup, "systemName" | "subgroups" | "isDeactivated" | "createdAt" | "permissions"> & {
  readonly members: readonly UserId[];
} => ({
  id: group.id,
  name: group.name,
  description: group.description,
  members: visibleMembers(directMembers(view.state, group, now), view),
  direct_subgroup_ids: directSubgroups(group),
  is_system_group: group.systemName !== null,
  deactivated: group.isDeactivated,
  creator_id: group.creatorId,
  date_created: group.createdAt === null ? null : Math.floor(group.createdAt / 1000),
  ...encodePermissions(group.permissions, view),
});

/** A group's JSON, with the group and the members that it is of. */
interface CachedGroupJson {
  readonly group: UserGroup;
  readonly members: ReturnType<RealmState["membersOf"]>;
  readonly text: string;
}

/** By the realm's users, since any of them may be a member of system groups, or named by permissions. */
const cachedJson = new WeakMap<RealmState["users"], Map<GroupId, CachedGroupJson>>();

/** People become full members as time passes, without an event. */
const dependsOnTime = ({ systemName }: UserGroup, { realm }: RealmState): boolean =>
  systemName === "role:fullmembers" && realm.settings.waitingPeriodThreshold > 0;

/** `encodeUserGroup` as JSON text. For readers who see everyone, it is cached until the group, its members or any user changes. */
export const userGroupJson = (group: UserGroup, view: View, now: number): string => {
  const { state, isSeen } = view;
  if (isSeen !== undefined || dependsOnTime(group, state))
    return JSON.stringify(encodeUserGroup(group, view, now));
  const groups = cachedJson.get(state.users) ?? new Map<GroupId, CachedGroupJson>();
  cachedJson.set(state.users, groups);
  const members = state.membersOf(group.id);
  const cached = groups.get(group.id);
  if (cached?.group === group && cached.members === members) return cached.text;
  const text = JSON.stringify(encodeUserGroup(group, view, now));
  groups.set(group.id, { group, members, text });
  return text;
};
