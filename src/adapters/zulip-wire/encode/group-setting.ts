import { type GroupSetting, withoutMembers } from "../../../domain/groups/group-setting";
import type { RealmState } from "../../../domain/state/realm-state";
import { settingName } from "../setting-names";

/** A group-setting value, with all its members. API §2.1. */
export const encodeGroupSettingValue = (setting: GroupSetting): number | object =>
  typeof setting === "number"
    ? setting
    : { direct_members: setting.directMembers, direct_subgroups: setting.directSubgroups };

/** A group-setting value without deactivated users. API §2.1. */
const encodeGroupSetting = (setting: GroupSetting, { users }: RealmState): number | object =>
  encodeGroupSettingValue(withoutMembers(setting, (id) => !users.get(id)?.isActive));

/** Permission settings under their wire names, with a prefix. */
export const encodePermissions = (
  permissions: Readonly<Record<string, GroupSetting>>,
  state: RealmState,
  prefix = "",
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(permissions).map(([name, setting]) => [
      `${prefix}${settingName(name)}`,
      encodeGroupSetting(setting, state),
    ]),
  );
