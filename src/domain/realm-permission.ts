import type { GroupSetting } from "./group-setting";
import { type SystemGroupName, systemGroupId } from "./user-group";

export const realmPermissions = [
  "createMultiuseInviteGroup",
  "canAccessAllUsersGroup",
  "canAddCustomEmojiGroup",
  "canAddSubscribersGroup",
  "canCreateBotsGroup",
  "canCreateGroups",
  "canCreatePrivateChannelGroup",
  "canCreatePublicChannelGroup",
  "canCreateWebPublicChannelGroup",
  "canCreateWriteOnlyBotsGroup",
  "canDeleteAnyMessageGroup",
  "canDeleteOwnMessageGroup",
  "canInviteUsersGroup",
  "canManageAllGroups",
  "canManageBillingGroup",
  "canMentionManyUsersGroup",
  "canMoveMessagesBetweenChannelsGroup",
  "canMoveMessagesBetweenTopicsGroup",
  "canResolveTopicsGroup",
  "canSetDeleteMessagePolicyGroup",
  "canSetTopicsPolicyGroup",
  "canSummarizeTopicsGroup",
  "directMessageInitiatorGroup",
  "directMessagePermissionGroup",
] as const;
export type RealmPermission = (typeof realmPermissions)[number];

const defaultHolders: Readonly<Record<RealmPermission, SystemGroupName>> = {
  createMultiuseInviteGroup: "role:administrators",
  canAccessAllUsersGroup: "role:everyone",
  canAddCustomEmojiGroup: "role:members",
  canAddSubscribersGroup: "role:members",
  canCreateBotsGroup: "role:members",
  canCreateGroups: "role:members",
  canCreatePrivateChannelGroup: "role:members",
  canCreatePublicChannelGroup: "role:members",
  canCreateWebPublicChannelGroup: "role:owners",
  canCreateWriteOnlyBotsGroup: "role:members",
  canDeleteAnyMessageGroup: "role:administrators",
  canDeleteOwnMessageGroup: "role:everyone",
  canInviteUsersGroup: "role:members",
  canManageAllGroups: "role:owners",
  canManageBillingGroup: "role:owners",
  canMentionManyUsersGroup: "role:administrators",
  canMoveMessagesBetweenChannelsGroup: "role:members",
  canMoveMessagesBetweenTopicsGroup: "role:everyone",
  canResolveTopicsGroup: "role:everyone",
  canSetDeleteMessagePolicyGroup: "role:moderators",
  canSetTopicsPolicyGroup: "role:members",
  canSummarizeTopicsGroup: "role:everyone",
  directMessageInitiatorGroup: "role:everyone",
  directMessagePermissionGroup: "role:everyone",
};

/** Who may do what in a new realm. */
export const defaultRealmPermissions = Object.fromEntries(
  Object.entries(defaultHolders).map(([permission, group]) => [permission, systemGroupId(group)]),
) as Readonly<Record<RealmPermission, GroupSetting>>;
