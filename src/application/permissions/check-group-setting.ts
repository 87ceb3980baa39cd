import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { partialRecordOf } from "../../domain/codec/record-of";
import { keysOf } from "../../domain/collections/keys-of";
import {
  type GroupSetting,
  type GroupSettingUpdate,
  longestGroupSetting,
  normalizeGroupSetting,
  sameGroupSetting,
  withoutMembers,
} from "../../domain/groups/group-setting";
import type { GroupSettingRule } from "../../domain/groups/group-setting-rule";
import {
  type GroupError,
  groupDeactivated,
  groupNotAllowedForSetting,
  groupSettingTooLong,
  invalidGroupId,
  noSuchGroup,
  systemGroupRequired,
  unexpectedOldSetting,
} from "../../domain/groups/refusals";
import { systemGroupId } from "../../domain/groups/system-group";
import type { GroupId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import { invalidUserIdInList, type UserError } from "../../domain/users/refusals";

/** The normalized value, if the permission setting accepts it. API §2.1, §4.3. */
const checkGroupSetting = (
  state: RealmState,
  name: string,
  rule: GroupSettingRule,
  value: GroupSetting,
): E.Either<GroupError | UserError, GroupSetting> => {
  const setting = normalizeGroupSetting(value, systemGroupId("role:nobody"));
  return typeof setting === "number"
    ? checkNamed(state, name, rule, setting)
    : checkAnonymous(state, name, rule, setting);
};

const checkNamed = (
  state: RealmState,
  name: string,
  rule: GroupSettingRule,
  groupId: GroupId,
): E.Either<GroupError, GroupSetting> => {
  const group = state.groups.get(groupId);
  if (group === undefined) return E.left(noSuchGroup);
  if (group.isDeactivated) return E.left(groupDeactivated);
  if (group.systemName === null)
    return rule.requiresSystemGroup ? E.left(systemGroupRequired(name)) : E.right(groupId);
  if (rule.refuses.includes(group.systemName) || rule.allows?.includes(group.systemName) === false)
    return E.left(groupNotAllowedForSetting(name, group.systemName));
  return E.right(groupId);
};

const checkAnonymous = (
  state: RealmState,
  name: string,
  rule: GroupSettingRule,
  setting: Exclude<GroupSetting, number>,
): E.Either<GroupError | UserError, GroupSetting> => {
  if (rule.requiresSystemGroup) return E.left(systemGroupRequired(name));
  const { people, groups } = longestGroupSetting;
  if (setting.directMembers.length > people || setting.directSubgroups.length > groups)
    return E.left(groupSettingTooLong(name, longestGroupSetting));
  const invalidId = setting.directMembers.find((id) => !state.users.get(id)?.isActive);
  if (invalidId !== undefined) return E.left(invalidUserIdInList(invalidId));
  for (const id of setting.directSubgroups) {
    const group = state.groups.get(id);
    if (group === undefined) return E.left(invalidGroupId(id));
    if (group.isDeactivated) return E.left(groupDeactivated);
    if (group.systemName !== null && rule.refuses.includes(group.systemName))
      return E.left(groupNotAllowedForSetting(name, group.systemName));
  }
  return E.right(setting);
};

/** The new value, or undefined if it equals the current one. Fails if `old` differs from the current value. */
const checkGroupSettingUpdate = (
  state: RealmState,
  name: string,
  rule: GroupSettingRule,
  current: GroupSetting,
  update: GroupSettingUpdate,
): E.Either<GroupError | UserError, GroupSetting | undefined> => {
  const nobody = systemGroupId("role:nobody");
  // Callers don't see deactivated users in a setting.
  const shown = normalizeGroupSetting(
    withoutMembers(current, (id) => !state.users.get(id)?.isActive),
    nobody,
  );
  if (update.old !== undefined && !sameGroupSetting(normalizeGroupSetting(update.old, nobody), shown))
    return E.left(unexpectedOldSetting);
  return pipe(
    checkGroupSetting(state, name, rule, update.new),
    E.map((value) => (sameGroupSetting(value, shown) ? undefined : value)),
  );
};

type Settings<Name extends string, Value> = Readonly<Partial<Record<Name, Value>>>;

/** The settings that are given and that `check` has a value for. Fails with the first invalid one. */
const checkEach = <Name extends string, Input>(
  names: readonly Name[],
  given: Settings<Name, Input>,
  check: (name: Name, input: Input) => E.Either<GroupError | UserError, GroupSetting | undefined>,
): E.Either<GroupError | UserError, Settings<Name, GroupSetting>> =>
  pipe(
    names,
    E.traverseArray((name) => {
      const input = given[name];
      return input === undefined ? E.right(undefined) : check(name, input);
    }),
    E.map((values) => partialRecordOf(names, (_name, index) => values[index])),
  );

/** The normalized values of permission settings, if their rules accept them. Fails with the first invalid one. */
export const checkGroupSettings = <Name extends string>(
  state: RealmState,
  rules: Readonly<Record<Name, GroupSettingRule>>,
  values: Settings<Name, GroupSetting>,
): E.Either<GroupError | UserError, Settings<Name, GroupSetting>> =>
  checkEach(keysOf(rules), values, (name, value) => checkGroupSetting(state, name, rules[name], value));

/** The settings that change, with their new values. Fails with the first invalid one. */
export const checkGroupSettingUpdates = <Name extends string>(
  state: RealmState,
  rules: Readonly<Record<Name, GroupSettingRule>>,
  current: Readonly<Record<Name, GroupSetting>>,
  updates: Settings<Name, GroupSettingUpdate>,
): E.Either<GroupError | UserError, Settings<Name, GroupSetting>> =>
  checkEach(keysOf(updates), updates, (name, update) =>
    checkGroupSettingUpdate(state, name, rules[name], current[name], update),
  );
