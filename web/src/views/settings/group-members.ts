import type { Group, GroupSetting } from "../../api/wire";
import type { Groups } from "../../store/groups";
import { screenWords } from "../../words/en-screens";

/** A group as people read it: those of roles have names of the wire's. */
export const groupName = ({ name }: Pick<Group, "name">): string => screenWords.systemGroups[name] ?? name;

/** Everyone whom a permission names, directly or through groups at any depth. */
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

/** Groups that people made, by their names. */
export const ownGroups = (groups: Groups): readonly Group[] =>
  [...groups.values()]
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .sort((a, b) => a.name.localeCompare(b.name));
