import { type GroupSetting, withoutMembers } from "../../../domain/groups/group-setting";
import { settingName } from "../setting-names";
import type { View } from "./visible-members";

/** A group-setting value, with all its members. API §2.1. */
export const encodeGroupSettingValue = (setting: GroupSetting): number | object =>
  typeof setting === "number"
    ? setting
    : { direct_members: setting.directMembers, direct_subgroups: setting.directSubgroups };

/** A group-setting value without deactivated users, and without those the reader can't see. API §2.1. */
const encodeGroupSetting = (setting: GroupSetting, { state, isSeen }: View): number | object =>
  encodeGroupSettingValue(
    withoutMembers(setting, (id) => {
      const user = state.users.get(id);
      return !user?.isActive || isSeen?.(user) === false;
    }),
  );

/** Permission settings under their wire names, with a prefix. */
export const encodePermissions = (
  permissions: Readonly<Record<string, GroupSetting>>,
  view: View,
  prefix = "",
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(permissions).map(([name, setting]) => [
      `${prefix}${settingName(name)}`,
      encodeGroupSetting(setting, view),
    ]),
  );
