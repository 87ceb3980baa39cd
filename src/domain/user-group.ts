import * as t from "io-ts";
import { each, entity, listOf, nullable, oneOf } from "./codec";
import { type GroupSetting, groupSettingCodec, onlyUser } from "./group-setting";
import { anyone, type GroupSettingRule, membersOnly } from "./group-setting-rule";
import type { Role } from "./role";
import { type SystemGroupName, systemGroupId, systemGroupNames } from "./system-group";

/** What may be set for each permission of a group, and what it is in a new one. */
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

/** What somebody may be allowed to do with one group. */
export type GroupPermission = keyof typeof groupPermissionRules;
export const groupPermissions = Object.keys(groupPermissionRules) as readonly GroupPermission[];
/** Who may do what with a group. */
export type GroupPermissions = Readonly<Record<GroupPermission, GroupSetting>>;

/** A set of users that can be mentioned and hold permissions. A state has its members beside it. API §2.5. */
export interface UserGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** Null for a group that people made. A system group's members follow from roles and aren't stored. */
  readonly systemName: SystemGroupName | null;
  readonly subgroups: readonly number[];
  readonly isDeactivated: boolean;
  readonly creatorId: number | null;
  /** Unix milliseconds. */
  readonly createdAt: number | null;
  readonly permissions: GroupPermissions;
}

/** A group as it begins, and as it is stored. */
export interface GroupWithMembers extends UserGroup {
  readonly members: readonly number[];
}

export const groupPermissionsCodec = entity<GroupPermissions>(each(groupPermissions, groupSettingCodec));

export const userGroupCodec = entity<UserGroup>({
  id: t.number,
  name: t.string,
  description: t.string,
  systemName: nullable(oneOf(...systemGroupNames)),
  subgroups: listOf(t.number),
  isDeactivated: t.boolean,
  creatorId: nullable(t.number),
  createdAt: nullable(t.number),
  permissions: groupPermissionsCodec,
});

export const groupWithMembersCodec = entity<GroupWithMembers>({
  ...userGroupCodec.fields,
  members: listOf(t.number),
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

/** What a new group allows unless its creator says otherwise. */
export const defaultGroupPermissions = (creatorId: number): GroupPermissions =>
  Object.fromEntries(
    Object.entries(groupPermissionRules).map(([permission, { byDefault }]) => [
      permission,
      byDefault === "creator" ? onlyUser(creatorId) : systemGroupId(byDefault),
    ]),
  ) as GroupPermissions;

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

/** The groups that every realm has. */
export const systemGroups: readonly GroupWithMembers[] = systemGroupNames.map(systemGroup);

/** Each system group holds the one of the roles above it, and whom that leaves out. */
const nested: Readonly<Partial<Record<SystemGroupName, SystemGroupName>>> = {
  "role:administrators": "role:owners",
  "role:moderators": "role:administrators",
  "role:fullmembers": "role:moderators",
  "role:members": "role:fullmembers",
  "role:everyone": "role:members",
  "role:internet": "role:everyone",
};

/** The groups whose members a group takes over. */
export const directSubgroups = ({ systemName, subgroups }: UserGroup): readonly number[] => {
  const inner = systemName === null ? undefined : nested[systemName];
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

/** The role whose bearers are direct members of a system group; undefined for one without members. */
export const roleInGroup = (name: SystemGroupName): Role | undefined => roleOf[name];

/** The system groups that a role makes one a direct member of; full members have waited long enough. */
export const systemGroupsOfRole = (role: Role, isFullMember: boolean): readonly number[] =>
  systemGroupNames.flatMap((name) =>
    roleOf[name] === role && (name !== "role:fullmembers" || isFullMember) ? [systemGroupId(name)] : [],
  );
