import type { GroupSetting } from "./group-setting";
import type { RealmSettings } from "./realm-settings";

/** An organization: everything else belongs to one. */
export interface Realm {
  readonly id: number;
  /** The first label of its host name; empty for the realm at the server's own address. */
  readonly subdomain: string;
  readonly uuid: string;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly isDeactivated: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly settings: RealmSettings;
  readonly permissions: Readonly<Record<RealmPermission, GroupSetting>>;
}

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
