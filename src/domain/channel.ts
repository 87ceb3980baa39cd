import * as t from "io-ts";
import { each, entity, nullable, oneOf, withDefaults } from "./codec";
import { type GroupSetting, groupSettingCodec, onlyUser } from "./group-setting";
import { anyone, type GroupSettingRule, membersOnly } from "./group-setting-rule";
import { systemGroupId } from "./system-group";

/** Whether messages may be sent without a topic, or only so; "inherit" leaves it to the realm. */
export const topicsPolicies = [
  "inherit",
  "allow_empty_topic",
  "disable_empty_topic",
  "empty_topic_only",
] as const;
export type TopicsPolicy = (typeof topicsPolicies)[number];

/** What may be set for each permission of a channel, and what it is in a new one. */
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

/** They let people read the channel: whoever changes them must read it already. */
export const permissionsToEnter: ReadonlySet<ChannelPermission> = new Set([
  "canAddSubscribersGroup",
  "canSubscribeGroup",
]);

/** What somebody may be allowed to do in one channel. */
export type ChannelPermission = keyof typeof channelPermissionRules;
export const channelPermissions = Object.keys(channelPermissionRules) as readonly ChannelPermission[];
/** Who may do what in a channel. */
export type ChannelPermissions = Readonly<Record<ChannelPermission, GroupSetting>>;

/** Public: any member reads it. Private: its subscribers. Web-public: anyone, without login. */
export type ChannelPrivacy = "public" | "private" | "web-public";

/** What people call a channel of this privacy. */
export const privacyName = ({
  privacy,
  historyPublicToSubscribers,
}: Pick<Channel, "privacy" | "historyPublicToSubscribers">): string => {
  if (privacy === "web-public") return "Web-public";
  if (privacy === "public") return "Public";
  return historyPublicToSubscribers ? "Private, shared history" : "Private, protected history";
};

/** A place for messages by topic. API §2.3. */
export interface Channel {
  readonly id: number;
  /** The conversation that its messages belong to. */
  readonly conversationId: number;
  readonly name: string;
  /** Markdown source, and what it becomes. */
  readonly description: string;
  readonly renderedDescription: string;
  readonly privacy: ChannelPrivacy;
  /** Whether a new subscriber of a private channel reads what was sent before. */
  readonly historyPublicToSubscribers: boolean;
  readonly isArchived: boolean;
  readonly creatorId: number | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Null inherits the realm's; -1 keeps forever. */
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly folderId: number | null;
  /** Whether whoever first subscribes is notified of its messages on their phone, whatever they chose for all channels. */
  readonly defaultPushNotifications: boolean;
  /** Whether clients know it as one in which something happens. */
  readonly isRecentlyActive: boolean;
  readonly permissions: ChannelPermissions;
}

export const channelPermissionsCodec = entity<ChannelPermissions>(
  each(channelPermissions, groupSettingCodec),
);

export const channelCodec = entity<Channel>({
  id: t.number,
  conversationId: t.number,
  name: t.string,
  description: t.string,
  renderedDescription: t.string,
  privacy: oneOf("public", "private", "web-public"),
  historyPublicToSubscribers: t.boolean,
  isArchived: t.boolean,
  creatorId: nullable(t.number),
  createdAt: t.number,
  messageRetentionDays: nullable(t.number),
  topicsPolicy: oneOf(...topicsPolicies),
  folderId: nullable(t.number),
  defaultPushNotifications: t.boolean,
  isRecentlyActive: t.boolean,
  permissions: channelPermissionsCodec,
});

/** Of a channel in an event that may be older than one of its settings. */
export const loggedChannelCodec = withDefaults(channelCodec, {
  defaultPushNotifications: false,
  isRecentlyActive: true,
});

/** Lengths in code points. */
export const channelLimits = {
  nameLength: 60,
  descriptionLength: 1024,
  /** To how many people at once it is written that somebody subscribed them. */
  subscriptionMessages: 100,
  /** How many channels one request makes, and how many subscriptions: everyone else's changes wait meanwhile. */
  madeAtOnce: 100,
  subscriptionsAtOnce: 20_000,
  /** How many of them are made in one turn: others' changes go between. */
  subscriptionsInATurn: 1000,
} as const;

/** What a new channel allows unless its creator says otherwise. */
export const defaultChannelPermissions = (creatorId: number | null): ChannelPermissions =>
  Object.fromEntries(
    Object.entries(channelPermissionRules).map(([permission, { byDefault }]) => [
      permission,
      byDefault === "creator"
        ? creatorId === null
          ? systemGroupId("role:nobody")
          : onlyUser(creatorId)
        : systemGroupId(byDefault),
    ]),
  ) as ChannelPermissions;
