import * as E from "fp-ts/Either";
import { flow } from "fp-ts/function";
import { not } from "fp-ts/Predicate";
import { type CallerError, insufficientPermission } from "../../../domain/caller-refusals";
import { checkLength } from "../../../domain/check-length";
import { reordersText } from "../../../domain/collections/reordering";
import {
  emptyGroupName,
  type GroupError,
  groupDeactivated,
  groupNameTaken,
  groupNameTooLong,
  invalidGroupDescriptionCharacters,
  invalidGroupId,
  invalidGroupNameCharacters,
  longestGroupName,
  noSuchGroup,
  reservedGroupNamePrefix,
  tooManyNestedGroups,
} from "../../../domain/groups/refusals";
import {
  type GroupPermission,
  groupPermissionRules,
  longestGroupDescription,
  type UserGroup,
} from "../../../domain/groups/user-group";
import type { GroupId, UserId } from "../../../domain/ids";
import { descriptionTooLong } from "../../../domain/input-refusals";
import { holdsUnder, may, mostNestedGroups, wouldNestTooMany } from "../../../domain/policy/permission";
import type { RealmState } from "../../../domain/state/realm-state";
import { isMisleading } from "../../../domain/text/name-characters";
import { isSameName } from "../../../domain/text/same-name";
import { invalidUserIdInList, type UserError } from "../../../domain/users/refusals";
import type { User } from "../../../domain/users/user";

/** The group, if the user holds one of the permissions for it or may manage it. API §4.3. */
export const groupToChange = (
  state: RealmState,
  user: User,
  groupId: GroupId,
  permissions: readonly GroupPermission[],
  now: number,
): E.Either<CallerError | GroupError, UserGroup> => {
  const group = state.groups.get(groupId);
  if (group === undefined) return E.left(noSuchGroup);
  if (group.systemName !== null) return E.left(insufficientPermission);
  const isAllowed =
    may(state, user, "canManageAllGroups", now) ||
    [...permissions, "canManageGroup" as const].some((permission) =>
      holdsUnder(groupPermissionRules[permission], state, user, group.permissions[permission], now),
    );
  return isAllowed ? E.right(group) : E.left(insufficientPermission);
};

// Clients reserve these prefixes for system groups, users and channels.
const reservedPrefixes = ["@", "role:", "user:", "stream:", "channel:"];

/** The description, if it is within the length limit and leaves the order of the text around it alone. */
export const checkGroupDescription = flow(
  checkLength(longestGroupDescription, descriptionTooLong),
  E.filterOrElseW(not(reordersText), () => invalidGroupDescriptionCharacters),
);

/** The trimmed name, if it is valid and no other group has it. `ownId` is the group being renamed. */
export const checkGroupName = (
  state: RealmState,
  text: string,
  ownId?: GroupId,
): E.Either<GroupError, string> => {
  const name = text.trim();
  if (name === "") return E.left(emptyGroupName);
  if ([...name].length > longestGroupName) return E.left(groupNameTooLong);
  const prefix = reservedPrefixes.find((one) => name.startsWith(one));
  if (prefix !== undefined) return E.left(reservedGroupNamePrefix(prefix));
  if (/[\p{Cc}\p{Cs}]/u.test(name) || isMisleading(name)) return E.left(invalidGroupNameCharacters);
  const isTaken = [...state.groups.values()].some(
    (group) => group.id !== ownId && isSameName(group.name, name),
  );
  return isTaken ? E.left(groupNameTaken(name)) : E.right(name);
};

/** The ids without duplicates, if all belong to active users. */
export const checkMembers = (
  state: RealmState,
  userIds: readonly UserId[],
): E.Either<UserError, readonly UserId[]> => {
  const invalidId = userIds.find((id) => {
    const user = state.users.get(id);
    return !user?.isActive || user.isSystemBot;
  });
  return invalidId === undefined ? E.right([...new Set(userIds)]) : E.left(invalidUserIdInList(invalidId));
};

/**
 * The ids without duplicates, if all belong to active groups and the group has room for them. An undefined group is a new one.
 */
export const checkSubgroups = (
  state: RealmState,
  groupIds: readonly GroupId[],
  groupId?: GroupId,
): E.Either<GroupError, readonly GroupId[]> => {
  const unknownId = groupIds.find((id) => !state.groups.has(id));
  if (unknownId !== undefined) return E.left(invalidGroupId(unknownId));
  if (groupIds.some((id) => state.groups.get(id)?.isDeactivated)) return E.left(groupDeactivated);
  return wouldNestTooMany(state, groupId, groupIds)
    ? E.left(tooManyNestedGroups(mostNestedGroups))
    : E.right([...new Set(groupIds)]);
};
