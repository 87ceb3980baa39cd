import { type GroupSetting, withoutMembers } from "../../../domain/group-setting";
import type { RealmState } from "../../../domain/realm-state";
import { settingName } from "../../../domain/setting-name";

/** A group-setting value as it was given. API §2.1. */
export const encodeGroupSettingValue = (setting: GroupSetting): number | object =>
  typeof setting === "number"
    ? setting
    : { direct_members: setting.directMembers, direct_subgroups: setting.directSubgroups };

/** A group-setting value; deactivated users are not listed. API §2.1. */
const encodeGroupSetting = (setting: GroupSetting, { users }: RealmState): number | object =>
  encodeGroupSettingValue(withoutMembers(setting, (id) => !users.get(id)?.isActive));

/** Permission settings under the wire's names. */
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
