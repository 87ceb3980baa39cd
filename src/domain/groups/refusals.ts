import { type ApiError, badRequest, type GroupUse } from "../errors";
import type { GroupId, UserId } from "../ids";
import { settingName } from "../text/setting-name";
import type { SystemGroupName } from "./system-group";

/** In code points. */
export const longestGroupName = 100;

export const noSuchGroup = badRequest("Invalid user group");
export const groupDeactivated = badRequest("User group is deactivated.");
export const invalidGroupId = (groupId: GroupId) => badRequest(`Invalid user group ID: ${groupId}`);
export const invalidMemberId = (userId: UserId) => badRequest(`Invalid user ID: ${userId}`);

export const emptyGroupName = badRequest("User group name can't be empty!");
export const groupNameTooLong = badRequest(`User group name cannot exceed ${longestGroupName} characters.`);
export const reservedGroupNamePrefix = (prefix: string) =>
  badRequest(`User group name cannot start with '${prefix}'.`);
export const invalidGroupNameCharacters = badRequest("Invalid characters in user group name!");
export const groupNameTaken = (name: string) => badRequest(`User group '${name}' already exists.`);
export const emptyGroupUpdate = badRequest("No new data supplied");

export const emptyMembersUpdate = badRequest(
  'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
);
export const emptySubgroupsUpdate = badRequest('Nothing to do. Specify at least one of "add" or "delete".');
export const alreadyMember = (userId: UserId) =>
  badRequest(`User ${userId} is already a member of this group`);
export const notMember = (userId: UserId) => badRequest(`There is no member '${userId}' in this user group`);
export const alreadySubgroup = (groupId: GroupId) =>
  badRequest(`User group ${groupId} is already a subgroup of this group.`);
export const subgroupCycle = (groupId: GroupId) =>
  badRequest(`User group ${groupId} is already a subgroup of one of the passed subgroups.`);
export const notSubgroup = (groupId: GroupId) =>
  badRequest(`User group ${groupId} is not a subgroup of this group.`);

export const groupInUse = (uses: readonly GroupUse[]) =>
  ({
    code: "CANNOT_DEACTIVATE_GROUP_IN_USE",
    message: "Cannot deactivate user group in use.",
    uses,
  }) as const satisfies ApiError;

/** `setting` is the setting's name in the domain. */
export const groupNotAllowedForSetting = (setting: string, group: SystemGroupName) =>
  badRequest(`'${settingName(setting)}' setting cannot be set to '${group}' group.`);
/** `setting` is the setting's name in the domain. */
export const groupSettingTooLong = (setting: string, most: number) =>
  badRequest(
    `'${settingName(setting)}' can name at most ${most} people and ${most} groups. Use a user group.`,
  );
/** `setting` is the setting's name in the domain. */
export const systemGroupRequired = (setting: string) =>
  ({
    code: "SYSTEM_GROUP_REQUIRED",
    message: `'${settingName(setting)}' must be a system user group.`,
    setting,
  }) as const satisfies ApiError;
export const unexpectedOldSetting = {
  code: "EXPECTATION_MISMATCH",
  message: "'old' value does not match the expected value.",
} as const satisfies ApiError;
export const tooManyNestedGroups = (most: number) =>
  badRequest(`A group can contain at most ${most} groups, at any depth.`);
