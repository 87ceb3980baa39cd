import { type Groups, includesUser } from "../../../store/groups";
import { UserRole } from "../../../wire/numbers";
import type { Group, GroupSetting } from "../../../wire/wire";
import { administrationWords } from "../../../words/en-channel-administration";
import { roleOf, type SettingsStore } from "../parts/scope";

const { reasons } = administrationWords;

const holdsAny = (store: SettingsStore, settings: readonly (GroupSetting | undefined)[]): boolean =>
  roleOf(store) < UserRole.guest &&
  settings.some((one) => includesUser(store.groups.value, one, store.ownId));

/** Settings that each let the user manage a group. */
const toManage = ({ realm }: SettingsStore, group: Group): readonly (GroupSetting | undefined)[] => [
  realm.value.realm_can_manage_all_groups as GroupSetting | undefined,
  group.can_manage_group,
];

const whyNot = (
  store: SettingsStore,
  group: Group,
  settings: readonly GroupSetting[],
  reason: string,
): string | undefined => {
  if (group.is_system_group) return reasons.systemGroup;
  return holdsAny(store, [...toManage(store, group), ...settings]) ? undefined : reason;
};

/** Each returns why the user can't; undefined if they can. */
export const whyNotManage = (store: SettingsStore, group: Group): string | undefined =>
  whyNot(store, group, [], reasons.group);
export const whyNotAddTo = (store: SettingsStore, group: Group): string | undefined =>
  group.deactivated
    ? reasons.groupIsOff
    : whyNot(store, group, [group.can_add_members_group], reasons.groupAdd);
export const whyNotRemoveFrom = (store: SettingsStore, group: Group): string | undefined =>
  whyNot(store, group, [group.can_remove_members_group], reasons.groupRemove);

/** Whether the user can join or leave by themselves. */
export const mayJoin = (store: SettingsStore, group: Group): boolean =>
  !group.deactivated &&
  !group.members.includes(store.ownId) &&
  whyNot(store, group, [group.can_join_group, group.can_add_members_group], "") === undefined;
export const mayLeave = (store: SettingsStore, group: Group): boolean =>
  group.members.includes(store.ownId) &&
  whyNot(store, group, [group.can_leave_group, group.can_remove_members_group], "") === undefined;

/** Groups that can become subgroups: not the group itself, its subgroups, or groups that contain it at any depth. */
export const possibleSubgroups = (groups: Groups, group: Group): readonly Group[] => {
  const reaches = (id: number, seen: Set<number>): boolean => {
    if (id === group.id) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return groups.get(id)?.direct_subgroup_ids.some((inner) => reaches(inner, seen)) ?? false;
  };
  return [...groups.values()].filter(
    ({ id, deactivated }) =>
      !deactivated && !group.direct_subgroup_ids.includes(id) && !reaches(id, new Set<number>()),
  );
};
