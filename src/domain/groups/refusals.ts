import type { ChannelId, GroupId, UserId } from "../ids";
import { invalidCharacters } from "../input-refusals";
import { badRequest, type RefusalIn, refusal } from "../refusal";
import { snakeCase } from "../text/snake-case";
import type { SystemGroupName } from "./system-group";

/** Where a group is in use, which prevents its deactivation. */
export type GroupUse =
  | { readonly kind: "subgroup"; readonly groupIds: readonly GroupId[] }
  | { readonly kind: "channel"; readonly channelId: ChannelId; readonly settings: readonly string[] }
  | { readonly kind: "group"; readonly groupId: GroupId; readonly settings: readonly string[] }
  | { readonly kind: "realm"; readonly settings: readonly string[] };

export type GroupError = RefusalIn<typeof import("./refusals")>;

/** In code points. */
export const longestGroupName = 100;

export const noSuchGroup = badRequest("noSuchGroup", "Invalid user group");
export const groupDeactivated = badRequest("groupDeactivated", "User group is deactivated.");
export const invalidGroupId = (groupId: GroupId) =>
  badRequest("invalidGroupId", `Invalid user group ID: ${groupId}`);

export const emptyGroupName = badRequest("emptyGroupName", "User group name can't be empty!");
export const invalidGroupDescriptionCharacters = invalidCharacters("description");
export const groupNameTooLong = badRequest(
  "groupNameTooLong",
  `User group name cannot exceed ${longestGroupName} characters.`,
);
export const reservedGroupNamePrefix = (prefix: string) =>
  badRequest("reservedGroupNamePrefix", `User group name cannot start with '${prefix}'.`);
export const invalidGroupNameCharacters = badRequest(
  "invalidGroupNameCharacters",
  "Invalid characters in user group name!",
);
export const groupNameTaken = (name: string) =>
  badRequest("groupNameTaken", `User group '${name}' already exists.`);
export const emptyGroupUpdate = badRequest("emptyGroupUpdate", "No new data supplied");

export const emptyMembersUpdate = badRequest(
  "emptyMembersUpdate",
  'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
);
export const emptySubgroupsUpdate = badRequest(
  "emptySubgroupsUpdate",
  'Nothing to do. Specify at least one of "add" or "delete".',
);
export const alreadyMember = (userId: UserId) =>
  badRequest("alreadyMember", `User ${userId} is already a member of this group`);
export const notMember = (userId: UserId) =>
  badRequest("notMember", `There is no member '${userId}' in this user group`);
export const alreadySubgroup = (groupId: GroupId) =>
  badRequest("alreadySubgroup", `User group ${groupId} is already a subgroup of this group.`);
export const subgroupCycle = (groupId: GroupId) =>
  badRequest("subgroupCycle", `User group ${groupId} is already a subgroup of one of the passed subgroups.`);
export const notSubgroup = (groupId: GroupId) =>
  badRequest("notSubgroup", `User group ${groupId} is not a subgroup of this group.`);

export const groupInUse = (uses: readonly GroupUse[]) => ({
  ...refusal("groupInUse", "CANNOT_DEACTIVATE_GROUP_IN_USE", "Cannot deactivate user group in use."),
  uses,
});

/** `setting` is the setting's name in the domain. */
export const groupNotAllowedForSetting = (setting: string, group: SystemGroupName) =>
  badRequest(
    "groupNotAllowedForSetting",
    `'${snakeCase(setting)}' setting cannot be set to '${group}' group.`,
  );
/** `setting` is the setting's name in the domain. */
export const groupSettingTooLong = (
  setting: string,
  most: { readonly people: number; readonly groups: number },
) =>
  badRequest(
    "groupSettingTooLong",
    `'${snakeCase(setting)}' can name at most ${most.people} people and ${most.groups} groups. Use a user group.`,
  );
/** `setting` is the setting's name in the domain. */
export const systemGroupRequired = (setting: string) => ({
  ...refusal(
    "systemGroupRequired",
    "SYSTEM_GROUP_REQUIRED",
    `'${snakeCase(setting)}' must be a system user group.`,
  ),
  setting,
});
export const unexpectedOldSetting = refusal(
  "unexpectedOldSetting",
  "EXPECTATION_MISMATCH",
  "'old' value does not match the expected value.",
);
export const tooManyNestedGroups = (most: number) =>
  badRequest("tooManyNestedGroups", `A group can contain at most ${most} groups, at any depth.`);
