import type { GroupSetting } from "./group-setting";

export const systemGroupNames = [
  "role:internet",
  "role:everyone",
  "role:members",
  "role:fullmembers",
  "role:moderators",
  "role:administrators",
  "role:owners",
  "role:nobody",
] as const;
export type SystemGroupName = (typeof systemGroupNames)[number];

/** The server keeps the system groups; every realm numbers them alike, so that settings can name them from the start. */
export const systemGroupId = (name: SystemGroupName): number => systemGroupNames.indexOf(name) + 1;

export const groupPermissions = [
  "canAddMembersGroup",
  "canJoinGroup",
  "canLeaveGroup",
  "canManageGroup",
  "canMentionGroup",
  "canRemoveMembersGroup",
] as const;
export type GroupPermission = (typeof groupPermissions)[number];

/** A set of users that can be mentioned and hold permissions. API §2.5. */
export interface UserGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** Null for a group that people made. A system group's members follow from roles and aren't stored. */
  readonly systemName: SystemGroupName | null;
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
  readonly isDeactivated: boolean;
  readonly creatorId: number | null;
  /** Unix milliseconds. */
  readonly createdAt: number | null;
  readonly permissions: Readonly<Record<GroupPermission, GroupSetting>>;
}

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

const nobody = systemGroupId("role:nobody");

const systemGroup = (name: SystemGroupName): UserGroup => ({
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
export const systemGroups: readonly UserGroup[] = systemGroupNames.map(systemGroup);
