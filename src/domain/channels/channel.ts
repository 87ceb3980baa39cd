import * as t from "io-ts";
import { each, entity, nullable, oneOf, withDefaults } from "../codec/codec";
import { recordOf } from "../codec/record-of";
import { keysOf } from "../collections/keys-of";
import { type GroupSetting, groupSettingCodec, onlyUser } from "../groups/group-setting";
import { anyone, type GroupSettingRule, membersOnly } from "../groups/group-setting-rule";
import { systemGroupId } from "../groups/system-group";
import {
  type ChannelId,
  type ConversationId,
  channelIdCodec,
  conversationIdCodec,
  type FolderId,
  folderIdCodec,
  type UserId,
  userIdCodec,
} from "../ids";
import { type RetentionDays, retentionDays, retentionDaysCodec } from "../retention/retention";

/** Whether messages may, or must, be sent without a topic. "inherit" follows the realm's policy. */
export const topicsPolicies = [
  "inherit",
  "allow_empty_topic",
  "disable_empty_topic",
  "empty_topic_only",
] as const;
export type TopicsPolicy = (typeof topicsPolicies)[number];

/** Which groups each channel permission accepts, and its default in a new channel. */
export const channelPermissionRules = {
  canAddSubscribersGroup: membersOnly("role:nobody"),
  canAdministerChannelGroup: membersOnly("creator"),
  canCreateTopicGroup: anyone("role:everyone"),
  canDeleteAnyMessageGroup: membersOnly("role:nobody"),
  canDeleteOwnMessageGroup: anyone("role:nobody"),
  canMoveMessagesOutOfChannelGroup: membersOnly("role:nobody"),
  canMoveMessagesWithinChannelGroup: anyone("role:nobody"),
  canRemoveSubscribersGroup: membersOnly("role:administrators"),
  canResolveTopicsGroup: anyone("role:nobody"),
  canSendMessageGroup: anyone("role:everyone"),
  canSubscribeGroup: membersOnly("role:nobody"),
} as const satisfies Readonly<Record<string, GroupSettingRule>>;

/** Permissions that let their holders read the channel. Changing them requires being able to read it. */
export const permissionsToEnter: ReadonlySet<ChannelPermission> = new Set([
  "canAddSubscribersGroup",
  "canSubscribeGroup",
]);

/** Something users can be allowed to do in one channel. */
export type ChannelPermission = keyof typeof channelPermissionRules;
export const channelPermissions = keysOf(channelPermissionRules);
/** Who may do what in a channel. */
export type ChannelPermissions = Readonly<Record<ChannelPermission, GroupSetting>>;

/** Any member can read a public channel, subscribers a private one, and anyone, without login, a web-public one. */
export type ChannelPrivacy = "public" | "private" | "web-public";

/** The privacy in words, as notices show it. */
export const privacyName = ({
  privacy,
  historyPublicToSubscribers,
}: Pick<Channel, "privacy" | "historyPublicToSubscribers">): string => {
  if (privacy === "web-public") return "Web-public";
  if (privacy === "public") return "Public";
  return historyPublicToSubscribers ? "Private, shared history" : "Private, protected history";
};

/** A place for messages, sorted by topic. API §2.3. */
export interface Channel {
  readonly id: ChannelId;
  /** The conversation its messages belong to. */
  readonly conversationId: ConversationId;
  readonly name: string;
  /** Markdown source; `renderedDescription` is its HTML. */
  readonly description: string;
  readonly renderedDescription: string;
  readonly privacy: ChannelPrivacy;
  /** Whether new subscribers of a private channel can read older messages. */
  readonly historyPublicToSubscribers: boolean;
  readonly isArchived: boolean;
  readonly creatorId: UserId | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Null inherits the realm's setting. */
  readonly messageRetentionDays: RetentionDays | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly folderId: FolderId | null;
  /** Whether new subscriptions start with mobile notifications on, overriding the user's default. */
  readonly defaultPushNotifications: boolean;
  /** Whether clients show the channel as active. */
  readonly isRecentlyActive: boolean;
  readonly permissions: ChannelPermissions;
}

export const channelPermissionsCodec = entity<ChannelPermissions>(
  each(channelPermissions, groupSettingCodec),
);

export const channelCodec = entity<Channel>({
  id: channelIdCodec,
  conversationId: conversationIdCodec,
  name: t.string,
  description: t.string,
  renderedDescription: t.string,
  privacy: oneOf("public", "private", "web-public"),
  historyPublicToSubscribers: t.boolean,
  isArchived: t.boolean,
  creatorId: nullable(userIdCodec),
  createdAt: t.number,
  messageRetentionDays: nullable(retentionDaysCodec),
  topicsPolicy: oneOf(...topicsPolicies),
  folderId: nullable(folderIdCodec),
  defaultPushNotifications: t.boolean,
  isRecentlyActive: t.boolean,
  permissions: channelPermissionsCodec,
});

/**
 * The values that people can choose for some settings of a channel. Stored values may lie outside these bounds, which may
 * change.
 */
export const channelSettingBounds = {
  messageRetentionDays: t.union([retentionDays.ofChannel, t.literal("forever"), t.null]),
  topicsPolicy: channelCodec.fields.topicsPolicy,
};

/** Decodes a channel from a logged event. Events older than a setting get its default. */
export const loggedChannelCodec = withDefaults(channelCodec, {
  defaultPushNotifications: false,
  isRecentlyActive: true,
});

/** Lengths in code points. */
export const channelLimits = {
  nameLength: 60,
  descriptionLength: 1024,
  /** Above this many people, nobody gets a direct message that they were subscribed. */
  subscriptionMessages: 100,
  /** Limits per request, since all other changes in the realm wait for it. */
  madeAtOnce: 100,
  subscriptionsAtOnce: 20_000,
  /** Subscriptions of one account: deactivating or reactivating it changes all of them in one commit. */
  subscriptionsOfOne: 10_000,
  /** Subscriptions made in one transaction; other changes can go in between. */
  subscriptionsPerCommit: 1000,
} as const;

/** Permissions of a new channel, unless its creator chooses others. */
export const defaultChannelPermissions = (creatorId: UserId | null): ChannelPermissions =>
  recordOf(channelPermissions, (permission) => {
    const { byDefault } = channelPermissionRules[permission];
    if (byDefault !== "creator") return systemGroupId(byDefault);
    return creatorId === null ? systemGroupId("role:nobody") : onlyUser(creatorId);
  });
