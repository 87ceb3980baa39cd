import { each, entity } from "../codec/codec";
import { recordOf } from "../codec/record-of";
import { keysOf } from "../collections/keys-of";
import { type GroupSetting, groupSettingCodec } from "../groups/group-setting";
import { anyone, type GroupSettingRule, membersOnly } from "../groups/group-setting-rule";
import { systemGroupId } from "../groups/system-group";

/** Which groups each realm permission accepts, and its default in a new realm. */
export const realmPermissionRules = {
  canAccessAllUsersGroup: anyone("role:everyone", {
    requiresSystemGroup: true,
    refuses: ["role:internet", "role:nobody"],
    allows: ["role:everyone", "role:members"],
  }),
  canAddCustomEmojiGroup: membersOnly("role:members"),
  canAddSubscribersGroup: membersOnly("role:members"),
  canCreateBotsGroup: membersOnly("role:members"),
  canCreateGroups: membersOnly("role:members"),
  canCreatePrivateChannelGroup: membersOnly("role:members"),
  canCreatePublicChannelGroup: membersOnly("role:members"),
  canCreateWebPublicChannelGroup: membersOnly("role:owners", {
    requiresSystemGroup: true,
    allows: ["role:moderators", "role:administrators", "role:owners", "role:nobody"],
  }),
  canCreateWriteOnlyBotsGroup: membersOnly("role:members"),
  canDeleteAnyMessageGroup: membersOnly("role:administrators"),
  canDeleteOwnMessageGroup: anyone("role:everyone"),
  canInviteUsersGroup: membersOnly("role:members"),
  canManageAllGroups: membersOnly("role:owners", {
    refuses: ["role:internet", "role:everyone", "role:nobody"],
  }),
  canManageBillingGroup: membersOnly("role:administrators", {
    refuses: ["role:internet", "role:everyone", "role:nobody"],
  }),
  canMentionManyUsersGroup: anyone("role:administrators"),
  canMoveMessagesBetweenChannelsGroup: membersOnly("role:members"),
  canMoveMessagesBetweenTopicsGroup: anyone("role:everyone"),
  canResolveTopicsGroup: anyone("role:everyone"),
  canSetDeleteMessagePolicyGroup: membersOnly("role:moderators"),
  canSetTopicsPolicyGroup: anyone("role:members"),
  canSummarizeTopicsGroup: anyone("role:everyone"),
  createMultiuseInviteGroup: membersOnly("role:administrators"),
  directMessageInitiatorGroup: anyone("role:everyone"),
  directMessagePermissionGroup: anyone("role:everyone"),
  workplaceUsersGroup: anyone("role:everyone"),
} as const satisfies Readonly<Record<string, GroupSettingRule>>;

/** Something users can be allowed to do in a realm. */
export type RealmPermission = keyof typeof realmPermissionRules;
export const realmPermissions = keysOf(realmPermissionRules);

/** Permissions of a new realm. */
export const defaultRealmPermissions = recordOf(realmPermissions, (permission): GroupSetting => {
  const { byDefault } = realmPermissionRules[permission];
  // A realm, unlike a channel, has no creator: none of its permission rules says "creator".
  return systemGroupId(byDefault === "creator" ? "role:nobody" : byDefault);
});

export const realmPermissionsCodec = entity<Readonly<Record<RealmPermission, GroupSetting>>>(
  each(realmPermissions, groupSettingCodec),
);

/** Permissions only owners may change, since they decide who can join. */
export const ownersPermissions: ReadonlySet<RealmPermission> = new Set([
  "createMultiuseInviteGroup",
  "canCreateGroups",
  "canInviteUsersGroup",
  "canManageAllGroups",
  "canManageBillingGroup",
]);
