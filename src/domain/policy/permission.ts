import type { GroupSetting } from "../groups/group-setting";
import { type GroupSettingRule, isOpenToGuests } from "../groups/group-setting-rule";
import { type SystemGroupName, systemGroupId, systemGroupNames } from "../groups/system-group";
import { directSubgroups, leastRoleIn, systemGroupsOfRole, type UserGroup } from "../groups/user-group";
import type { GroupId } from "../ids";
import { type RealmPermission, realmPermissionRules } from "../realm/realm-permission";
import { IdSet } from "../state/id-set";
import type { RealmState } from "../state/realm-state";
import { millisecondsIn } from "../units/time";
import { allows } from "../users/role";
import type { User } from "../users/user";

/** Whether the user is a full member: a member since before the waiting period, or a moderator or above. */
export const isFullMember = (state: RealmState, user: User, now: number): boolean =>
  allows(user.role, "moderator") ||
  (user.role === "member" &&
    now - user.joinedAt >= state.realm.settings.waitingPeriodThreshold * millisecondsIn.day);

/** Whether the user's role makes them a member of a system group. */
const isInSystemGroup = (state: RealmState, user: User, name: SystemGroupName, now: number): boolean => {
  if (user.isSystemBot) return false;
  if (name === "role:fullmembers") return isFullMember(state, user, now);
  const leastRole = leastRoleIn(name);
  return leastRole !== undefined && allows(user.role, leastRole);
};

/** Whether the user is a member of the group itself. A deactivated group has none. */
const isDirectlyIn = (state: RealmState, user: User, group: UserGroup, now: number): boolean => {
  if (group.isDeactivated) return false;
  return group.systemName === null
    ? state.membersOf(group.id).has(user.id)
    : isInSystemGroup(state, user, group.systemName, now);
};

/** Cached by the state's map of groups, which is immutable, because a change of many people checks each of them. */
const nestedGroups = new WeakMap<RealmState["groups"], Map<GroupId, readonly UserGroup[]>>();

/** The active groups within a group at any depth, without itself. */
export const nestedIn = ({ groups }: RealmState, first: UserGroup): readonly UserGroup[] => {
  const known = nestedGroups.get(groups) ?? new Map<GroupId, readonly UserGroup[]>();
  nestedGroups.set(groups, known);
  const remembered = known.get(first.id);
  if (remembered !== undefined) return remembered;
  const seen = new Set<GroupId>([first.id]);
  const found: UserGroup[] = [];
  const waiting = [first];
  // A loop, because users decide how deeply groups nest, and recursion could overflow the stack.
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop())
    for (const id of group.systemName === null ? group.subgroups : []) {
      const subgroup = seen.has(id) ? undefined : groups.get(id);
      if (subgroup === undefined || subgroup.isDeactivated) continue;
      seen.add(id);
      found.push(subgroup);
      waiting.push(subgroup);
    }
  known.set(first.id, found);
  return found;
};

/** Whether the user is in the group, directly or through subgroups at any depth. */
export const isInGroup = (state: RealmState, user: User, groupId: GroupId, now: number): boolean => {
  const group = state.groups.get(groupId);
  if (group === undefined || group.isDeactivated) return false;
  if (isDirectlyIn(state, user, group, now)) return true;
  return (
    group.subgroups.length > 0 &&
    nestedIn(state, group).some((nested) => isDirectlyIn(state, user, nested, now))
  );
};

/** The active groups that users made, by the groups directly within them. */
const holdersIn = (groups: RealmState["groups"]): ReadonlyMap<GroupId, readonly GroupId[]> => {
  const holders = new Map<GroupId, GroupId[]>();
  for (const { id, systemName, subgroups, isDeactivated } of groups.values())
    for (const inner of systemName === null && !isDeactivated ? subgroups : []) {
      const known = holders.get(inner);
      if (known === undefined) holders.set(inner, [id]);
      else known.push(id);
    }
  return holders;
};

/** The groups of the user who was last checked, with the values that they follow from. */
interface KnownGroups {
  readonly holders: ReadonlyMap<GroupId, readonly GroupId[]>;
  readonly members?: RealmState["parts"]["members"];
  readonly user?: User;
  readonly isFull?: boolean;
  readonly ids: IdSet;
}

/** By the state's map of groups, which is immutable. One user is often checked for a thousand channels in a row. */
const knownGroups = new WeakMap<RealmState["groups"], KnownGroups>();

const systemGroupIds = systemGroupNames.map(systemGroupId);

/** All groups that the user is in, directly or through subgroups: those for which `isInGroup` is true. */
export const groupsOf = (state: RealmState, user: User, now: number): IdSet => {
  const { groups } = state;
  const { members } = state.parts;
  const isFull = isFullMember(state, user, now);
  const known = knownGroups.get(groups) ?? { holders: holdersIn(groups), ids: IdSet.empty };
  if (known.user === user && known.members === members && known.isFull === isFull) return known.ids;
  const waiting = [...state.membershipsOf(user.id), ...systemGroupIds].filter((id) => {
    const group = groups.get(id);
    return group !== undefined && isDirectlyIn(state, user, group, now);
  });
  const found = new Set<GroupId>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(known.holders.get(id) ?? []));
  }
  const ids = IdSet.of(found);
  knownGroups.set(groups, { holders: known.holders, members, user, isFull, ids });
  return ids;
};

/** With more groups than this to look through, it is cheaper to find all groups of the user. */
const fewGroups = 50;

const isInAnyGroup = (state: RealmState, user: User, groupIds: readonly GroupId[], now: number): boolean => {
  let count = 0;
  const areMany = groupIds.some((id) => {
    const group = state.groups.get(id);
    count += group === undefined ? 1 : 1 + nestedIn(state, group).length;
    return count > fewGroups;
  });
  if (!areMany) return groupIds.some((groupId) => isInGroup(state, user, groupId, now));
  const userGroups = groupsOf(state, user, now);
  return groupIds.some((groupId) => userGroups.has(groupId));
};

/** Whether the setting grants the user its permission. Deactivated users hold none. API §2.1. */
export const holds = (state: RealmState, user: User, setting: GroupSetting, now: number): boolean => {
  if (!user.isActive) return false;
  if (typeof setting === "number") return isInGroup(state, user, setting, now);
  return setting.directMembers.includes(user.id) || isInAnyGroup(state, user, setting.directSubgroups, now);
};

/** Whether the setting grants the user its permission, where the rule may exclude guests. */
export const holdsUnder = (
  rule: GroupSettingRule,
  state: RealmState,
  user: User,
  setting: GroupSetting,
  now: number,
): boolean => (isOpenToGuests(rule) || user.role !== "guest") && holds(state, user, setting, now);

/** Whether the realm's settings grant the user a permission. */
export const may = (state: RealmState, user: User, permission: RealmPermission, now: number): boolean =>
  holdsUnder(realmPermissionRules[permission], state, user, state.realm.permissions[permission], now);

/** Whether the user is a member of the group. Works for deactivated groups too. */
export const isMemberOf = (
  state: RealmState,
  user: User,
  group: UserGroup,
  directOnly: boolean,
  now: number,
): boolean => {
  const isDirect =
    group.systemName === null
      ? state.membersOf(group.id).has(user.id)
      : !user.isSystemBot && systemGroupsOfRole(user.role, isFullMember(state, user, now)).includes(group.id);
  return isDirect || (!directOnly && directSubgroups(group).some((id) => isInGroup(state, user, id, now)));
};

/** Ids of the groups and their subgroups at any depth. */
export const subgroupsWithin = (state: RealmState, groupIds: Iterable<GroupId>): ReadonlySet<GroupId> => {
  const found = new Set<GroupId>();
  const waiting = [...groupIds];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const group = state.groups.get(id);
    if (group === undefined || found.has(id)) continue;
    found.add(id);
    waiting.push(...directSubgroups(group));
  }
  return found;
};

/** Ids of the groups and of all groups that contain one of them at any depth. */
export const groupsHolding = (state: RealmState, groupIds: readonly GroupId[]): ReadonlySet<GroupId> => {
  const holders = new Map<GroupId, GroupId[]>();
  for (const group of state.groups.values())
    for (const id of directSubgroups(group)) {
      const known = holders.get(id);
      if (known === undefined) holders.set(id, [group.id]);
      else known.push(group.id);
    }
  const found = new Set<GroupId>();
  const waiting = [...groupIds];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(holders.get(id) ?? []));
  }
  return found;
};

/** The groups that one group may contain, at any depth: each check of a permission may go through all of them. */
export const mostNestedGroups = 100;

/**
 * Whether adding these would make a group, or one that contains it, contain too many groups. An undefined group is a new one.
 */
export const wouldNestTooMany = (
  state: RealmState,
  groupId: GroupId | undefined,
  added: readonly GroupId[],
): boolean => {
  if (added.length === 0) return false;
  if (groupId === undefined) return subgroupsWithin(state, added).size > mostNestedGroups;
  return [...groupsHolding(state, [groupId])].some(
    (id) => subgroupsWithin(state, [id, ...added]).size - 1 > mostNestedGroups,
  );
};
