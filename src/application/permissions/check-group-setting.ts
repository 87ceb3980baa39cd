import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import {
  type GroupSetting,
  type GroupSettingUpdate,
  normalizeGroupSetting,
  sameGroupSetting,
  withoutMembers,
} from "../../domain/group-setting";
import type { GroupSettingRule } from "../../domain/group-setting-rule";
import type { RealmState } from "../../domain/realm-state";
import { settingName } from "../../domain/setting-name";
import { type SystemGroupName, systemGroupId } from "../../domain/system-group";

const cannotBe = (name: string, group: SystemGroupName): ApiError =>
  badRequest(`'${settingName(name)}' setting cannot be set to '${group}' group.`);

/** A value for a permission setting, if the setting can hold it. API §2.1, §4.3. */
export const checkGroupSetting = (
  state: RealmState,
  name: string,
  rule: GroupSettingRule,
  wanted: GroupSetting,
): Either<ApiError, GroupSetting> => {
  const setting = normalizeGroupSetting(wanted, systemGroupId("role:nobody"));
  return typeof setting === "number"
    ? checkNamed(state, name, rule, setting)
    : checkAnonymous(state, name, rule, setting);
};

const checkNamed = (
  state: RealmState,
  name: string,
  rule: GroupSettingRule,
  groupId: number,
): Either<ApiError, GroupSetting> => {
  const group = state.groups.get(groupId);
  if (group === undefined) return left(badRequest("Invalid user group"));
  if (group.isDeactivated) return left(badRequest("User group is deactivated."));
  if (group.systemName === null)
    return rule.requiresSystemGroup ? left(systemGroupRequired(name)) : right(groupId);
  if (rule.refuses.includes(group.systemName) || rule.allows?.includes(group.systemName) === false)
    return left(cannotBe(name, group.systemName));
  return right(groupId);
};

const systemGroupRequired = (name: string): ApiError => ({
  code: "SYSTEM_GROUP_REQUIRED",
  message: `'${settingName(name)}' must be a system user group.`,
  setting: name,
});

const checkAnonymous = (
  state: RealmState,
  name: string,
  rule: GroupSettingRule,
  setting: Exclude<GroupSetting, number>,
): Either<ApiError, GroupSetting> => {
  if (rule.requiresSystemGroup) return left(systemGroupRequired(name));
  const stranger = setting.directMembers.find((id) => !state.users.get(id)?.isActive);
  if (stranger !== undefined) return left(badRequest(`Invalid user ID: ${stranger}`));
  for (const id of setting.directSubgroups) {
    const group = state.groups.get(id);
    if (group === undefined) return left(badRequest(`Invalid user group ID: ${id}`));
    if (group.isDeactivated) return left(badRequest("User group is deactivated."));
    if (group.systemName !== null && rule.refuses.includes(group.systemName))
      return left(cannotBe(name, group.systemName));
  }
  return right(setting);
};

/** The value that an update amounts to; undefined where it changes nothing. Fails if `old` isn't what is there. */
const checkGroupSettingUpdate = (
  state: RealmState,
  name: string,
  rule: GroupSettingRule,
  current: GroupSetting,
  update: GroupSettingUpdate,
): Either<ApiError, GroupSetting | undefined> => {
  const nobody = systemGroupId("role:nobody");
  // What callers see of a setting leaves deactivated users out.
  const shown = normalizeGroupSetting(
    withoutMembers(current, (id) => !state.users.get(id)?.isActive),
    nobody,
  );
  if (update.old !== undefined && !sameGroupSetting(normalizeGroupSetting(update.old, nobody), shown))
    return left({
      code: "EXPECTATION_MISMATCH",
      message: "'old' value does not match the expected value.",
    });
  const value = checkGroupSetting(state, name, rule, update.new);
  return isLeft(value) ? value : right(sameGroupSetting(value.right, shown) ? undefined : value.right);
};

/** The changes that several updates amount to, by setting; fails for the first that can't be. */
export const checkGroupSettingUpdates = <Name extends string>(
  state: RealmState,
  rules: Readonly<Record<Name, GroupSettingRule>>,
  current: Readonly<Record<Name, GroupSetting>>,
  updates: Readonly<Partial<Record<Name, GroupSettingUpdate>>>,
): Either<ApiError, Partial<Record<Name, GroupSetting>>> => {
  const changes: Partial<Record<Name, GroupSetting>> = {};
  for (const name of Object.keys(updates) as Name[]) {
    const update = updates[name];
    if (update === undefined) continue;
    const value = checkGroupSettingUpdate(state, name, rules[name], current[name], update);
    if (isLeft(value)) return value;
    if (value.right !== undefined) changes[name] = value.right;
  }
  return right(changes);
};
