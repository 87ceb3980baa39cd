import type { GroupSetting } from "../../../domain/group-setting";
import { snakeCase } from "./snake-case";

/** A group-setting value. API §2.1. */
export const encodeGroupSetting = (setting: GroupSetting): number | object =>
  typeof setting === "number"
    ? setting
    : { direct_members: setting.directMembers, direct_subgroups: setting.directSubgroups };

/** Permission settings under the wire's names. */
export const encodePermissions = (permissions: Readonly<Record<string, GroupSetting>>, prefix = ""): object =>
  Object.fromEntries(
    Object.entries(permissions).map(([name, setting]) => [
      `${prefix}${snakeCase(name)}`,
      encodeGroupSetting(setting),
    ]),
  );
