import type { Group, GroupSetting } from "../wire/wire";
import { mapBy, type Slice, withChange, withEntry, withoutEntries } from "./slice";

export type Groups = ReadonlyMap<number, Group>;

const and = (ids: readonly number[], more: readonly number[]): readonly number[] => [
  ...new Set([...ids, ...more]),
];
const without = (ids: readonly number[], removed: readonly number[]): readonly number[] => {
  const gone = new Set(removed);
  return ids.filter((id) => !gone.has(id));
};

/** Without the user, who was deactivated. Events name the groups that a reactivated user returns to. */
const withoutMember = (state: Groups, userId: number): Groups =>
  new Map(
    [...state].map(([id, group]) => [
      id,
      group.members.includes(userId) ? { ...group, members: without(group.members, [userId]) } : group,
    ]),
  );

export const groups: Slice<Groups> = {
  start: ({ realm_user_groups }) => mapBy(realm_user_groups, ({ id }) => id),
  next: (state, event) => {
    if (event.type === "realm_user" && event.op === "update" && event.person.is_active === false)
      return withoutMember(state, event.person.user_id);
    if (event.type !== "user_group") return state;
    switch (event.op) {
      case "add":
        return withEntry(state, event.group.id, event.group);
      case "update":
        return withChange(state, event.group_id, (group) => ({ ...group, ...event.data }));
      case "remove":
        return withoutEntries(state, [event.group_id]);
      case "add_members":
        return withChange(state, event.group_id, (group) => ({
          ...group,
          members: and(group.members, event.user_ids),
        }));
      case "remove_members":
        return withChange(state, event.group_id, (group) => ({
          ...group,
          members: without(group.members, event.user_ids),
        }));
      case "add_subgroups":
        return withChange(state, event.group_id, (group) => ({
          ...group,
          direct_subgroup_ids: and(group.direct_subgroup_ids, event.direct_subgroup_ids),
        }));
      case "remove_subgroups":
        return withChange(state, event.group_id, (group) => ({
          ...group,
          direct_subgroup_ids: without(group.direct_subgroup_ids, event.direct_subgroup_ids),
        }));
    }
  },
};

/** Whether a group-setting value includes the user, directly or through subgroups at any depth. */
export const includesUser = (state: Groups, setting: GroupSetting | undefined, userId: number): boolean => {
  const seen = new Set<number>();
  const isIn = (groupId: number): boolean => {
    const group = state.get(groupId);
    if (group === undefined || group.deactivated || seen.has(groupId)) return false;
    seen.add(groupId);
    return group.members.includes(userId) || group.direct_subgroup_ids.some(isIn);
  };
  if (setting === undefined) return false;
  return typeof setting === "number"
    ? isIn(setting)
    : setting.direct_members.includes(userId) || setting.direct_subgroups.some(isIn);
};
