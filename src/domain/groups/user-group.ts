import * as t from "io-ts";
import { each, entity, listOf, nullable, oneOf } from "../codec/codec";
import { recordOf } from "../codec/record-of";
import { keysOf } from "../collections/keys-of";
import { type GroupId, groupIdCodec, type UserId, userIdCodec } from "../ids";
import type { Role } from "../users/role";
import { type GroupSetting, groupSettingCodec, onlyUser } from "./group-setting";
import { anyone, type GroupSettingRule, membersOnly } from "./group-setting-rule";
import { type SystemGroupName, systemGroupId, systemGroupNames } from "./system-group";

/** Which groups each permission of a user group accepts, and its default in a new group. */
export const groupPermissionRules = {
  canAddMembersGroup: membersOnly("creator", { bySystemGroupDefault: "role:nobody" }),
  canJoinGroup: membersOnly("role:nobody", { bySystemGroupDefault: "role:nobody" }),
  canLeaveGroup: anyone("role:everyone", { bySystemGroupDefault: "role:nobody" }),
  canManageGroup: membersOnly("creator", { bySystemGroupDefault: "role:nobody" }),
  canMentionGroup: anyone("role:everyone", {
    bySystemGroupDefault: "role:nobody",
    refuses: ["role:internet", "role:owners"],
  }),
  canRemoveMembersGroup: membersOnly("role:nobody", { bySystemGroupDefault: "role:nobody" }),
} as const satisfies Readonly<Record<string, GroupSettingRule>>;

/** Something users can be allowed to do with one group. */
export type GroupPermission = keyof typeof groupPermissionRules;
export const groupPermissions = keysOf(groupPermissionRules);
/** Who may do what with a group. */
export type GroupPermissions = Readonly<Record<GroupPermission, GroupSetting>>;

/**
 * A set of users that can be mentioned and hold permissions. The realm state stores its members separately. API §2.5.
 */
export interface UserGroup {
  readonly id: GroupId;
  readonly name: string;
  readonly description: string;
  /** Null for a group that users created. A system group's members follow from roles and aren't stored. */
  readonly systemName: SystemGroupName | null;
  readonly subgroups: readonly GroupId[];
  readonly isDeactivated: boolean;
  readonly creatorId: UserId | null;
  /** Unix milliseconds. */
  readonly createdAt: number | null;
  readonly permissions: GroupPermissions;
}

/** A group with its members, as it is created and stored. */
export interface GroupWithMembers extends UserGroup {
  readonly members: readonly UserId[];
}

export const groupPermissionsCodec = entity<GroupPermissions>(each(groupPermissions, groupSettingCodec));

export const userGroupCodec = entity<UserGroup>({
  id: groupIdCodec,
  name: t.string,
  description: t.string,
  systemName: nullable(oneOf(...systemGroupNames)),
  subgroups: listOf(groupIdCodec),
  isDeactivated: t.boolean,
  creatorId: nullable(userIdCodec),
  createdAt: nullable(t.number),
  permissions: groupPermissionsCodec,
});

export const groupWithMembersCodec = entity<GroupWithMembers>({
  ...userGroupCodec.fields,
  members: listOf(userIdCodec),
});

const systemGroupDescriptions: Readonly<Record<SystemGroupName, string>> = {
  "role:internet": "Everyone on the Internet",
  "role:everyone": "All members of this organization, guests included",
  "role:members": "All members of this organization, not guests",
  "role:fullmembers": "Members who have been here for the waiting period",
  "role:moderators": "Moderators, administrators and owners",
  "role:administrators": "Administrators and owners",
  "role:owners": "Owners of this organization",
  "role:nobody": "Nobody",
};

/** Permissions of a new group, unless its creator chooses others. */
export const defaultGroupPermissions = (creatorId: UserId): GroupPermissions =>
  recordOf(groupPermissions, (permission) => {
    const { byDefault } = groupPermissionRules[permission];
    return byDefault === "creator" ? onlyUser(creatorId) : systemGroupId(byDefault);
  });

const nobody = systemGroupId("role:nobody");

const systemGroup = (name: SystemGroupName): GroupWithMembers => ({
  id: systemGroupId(name),
  name,
  description: systemGroupDescriptions[name],
  systemName: name,
  members: [],
  subgroups: [],
  isDeactivated: false,
  creatorId: null,
  createdAt: null,
  permissions: {
    canAddMembersGroup: nobody,
    canJoinGroup: nobody,
    canLeaveGroup: nobody,
    canManageGroup: nobody,
    canMentionGroup:
      name === "role:internet" || name === "role:nobody" ? nobody : systemGroupId("role:members"),
    canRemoveMembersGroup: nobody,
  },
});

/** The system groups, which every realm has. */
export const systemGroups: readonly GroupWithMembers[] = systemGroupNames.map(systemGroup);

/** The system group that each system group contains in addition to its direct members. */
const innerGroups: Readonly<Partial<Record<SystemGroupName, SystemGroupName>>> = {
  "role:administrators": "role:owners",
  "role:moderators": "role:administrators",
  "role:fullmembers": "role:moderators",
  "role:members": "role:fullmembers",
  "role:everyone": "role:members",
  "role:internet": "role:everyone",
};

/** In code points. */
export const longestGroupDescription = 10_000;

/** Ids of the groups directly inside a group. */
export const directSubgroups = ({ systemName, subgroups }: UserGroup): readonly GroupId[] => {
  const inner = systemName === null ? undefined : innerGroups[systemName];
  return inner === undefined ? subgroups : [systemGroupId(inner)];
};

const roleOf: Readonly<Partial<Record<SystemGroupName, Role>>> = {
  "role:owners": "owner",
  "role:administrators": "administrator",
  "role:moderators": "moderator",
  "role:fullmembers": "member",
  "role:members": "member",
  "role:everyone": "guest",
};

/** The role whose users are direct members of a system group; undefined if it has none. */
export const roleInGroup = (name: SystemGroupName): Role | undefined => roleOf[name];

/** The least role in a system group, subgroups included; undefined if it has no members. */
export const leastRoleIn = (name: SystemGroupName): Role | undefined =>
  name === "role:internet" ? "guest" : roleOf[name];

/** Ids of the system groups that users with a role are direct members of. */
export const systemGroupsOfRole = (role: Role, isFullMember: boolean): readonly GroupId[] =>
  systemGroupNames.flatMap((name) =>
    roleOf[name] === role && (name !== "role:fullmembers" || isFullMember) ? [systemGroupId(name)] : [],
  );
