import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, insufficientPermission } from "../../domain/errors";
import { hasInvisible } from "../../domain/invisible";
import { holdsUnder, may } from "../../domain/permission";
import type { RealmState } from "../../domain/realm-state";
import { reordersText } from "../../domain/reordering";
import type { User } from "../../domain/user";
import { type GroupPermission, groupPermissionRules, type UserGroup } from "../../domain/user-group";

export const noSuchGroup = badRequest("Invalid user group");
export const groupIsDeactivated = badRequest("User group is deactivated.");

/** A group that the user may change in this way. Whoever manages a group may do everything with it. API §4.3. */
export const groupToChange = (
  state: RealmState,
  user: User,
  groupId: number,
  permissions: readonly GroupPermission[],
  now: number,
): Either<ApiError, UserGroup> => {
  const group = state.groups.get(groupId);
  if (group === undefined) return left(noSuchGroup);
  if (group.systemName !== null) return left(insufficientPermission);
  const isAllowed =
    may(state, user, "canManageAllGroups", now) ||
    [...permissions, "canManageGroup" as const].some((permission) =>
      holdsUnder(groupPermissionRules[permission], state, user, group.permissions[permission], now),
    );
  return isAllowed ? right(group) : left(insufficientPermission);
};

const longestName = 100;
// Clients write system groups, people and channels with these.
const reserved = ["@", "role:", "user:", "stream:", "channel:"];

/** A name as it is kept, if no other group has it. */
export const checkGroupName = (
  state: RealmState,
  wanted: string,
  ownId?: number,
): Either<ApiError, string> => {
  const name = wanted.trim();
  if (name === "") return left(badRequest("User group name can't be empty!"));
  if ([...name].length > longestName)
    return left(badRequest(`User group name cannot exceed ${longestName} characters.`));
  const prefix = reserved.find((one) => name.startsWith(one));
  if (prefix !== undefined) return left(badRequest(`User group name cannot start with '${prefix}'.`));
  if (/[\p{Cc}\p{Cs}]/u.test(name) || reordersText(name) || hasInvisible(name))
    return left(badRequest("Invalid characters in user group name!"));
  const isTaken = [...state.groups.values()].some(
    (group) => group.id !== ownId && group.name.toLowerCase() === name.toLowerCase(),
  );
  return isTaken ? left(badRequest(`User group '${name}' already exists.`)) : right(name);
};

/** The first of the ids that is no active user's. */
export const checkMembers = (
  state: RealmState,
  userIds: readonly number[],
): Either<ApiError, readonly number[]> => {
  const stranger = userIds.find((id) => {
    const user = state.users.get(id);
    return !user?.isActive || user.isSystemBot;
  });
  return stranger === undefined
    ? right([...new Set(userIds)])
    : left(badRequest(`Invalid user ID: ${stranger}`));
};

/** Groups that can be put into another one. */
export const checkSubgroups = (
  state: RealmState,
  groupIds: readonly number[],
): Either<ApiError, readonly number[]> => {
  const unknown = groupIds.find((id) => !state.groups.has(id));
  if (unknown !== undefined) return left(badRequest(`Invalid user group ID: ${unknown}`));
  return groupIds.some((id) => state.groups.get(id)?.isDeactivated)
    ? left(groupIsDeactivated)
    : right([...new Set(groupIds)]);
};
