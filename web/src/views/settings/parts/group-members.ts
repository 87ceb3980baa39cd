import type { Groups } from "../../../store/groups";
import type { Group, GroupSetting } from "../../../wire/wire";
import { screenWords } from "../../../words/en-settings-screens";

/** A group's display name: role groups have internal names. */
export const groupName = ({ name }: Pick<Group, "name">): string => screenWords.systemGroups[name] ?? name;

/** All users a permission includes, directly or through subgroups at any depth. */
export const membersOf = (groups: Groups, setting: GroupSetting): ReadonlySet<number> => {
  const found = new Set(typeof setting === "number" ? [] : setting.direct_members);
  const seen = new Set<number>();
  const add = (id: number): void => {
    const group = groups.get(id);
    if (group === undefined || group.deactivated || seen.has(id)) return;
    seen.add(id);
    for (const member of group.members) found.add(member);
    for (const inner of group.direct_subgroup_ids) add(inner);
  };
  for (const id of typeof setting === "number" ? [setting] : setting.direct_subgroups) add(id);
  return found;
};

/** User-defined groups, by name. */
export const userDefinedGroups = (groups: Groups): readonly Group[] =>
  [...groups.values()]
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .sort((a, b) => a.name.localeCompare(b.name));
