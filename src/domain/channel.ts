import type { GroupSetting } from "./group-setting";
import { onlyUser } from "./group-setting";
import { systemGroupId } from "./user-group";

export const topicsPolicies = [
  "inherit",
  "allow_empty_topic",
  "disable_empty_topic",
  "empty_topic_only",
] as const;
export type TopicsPolicy = (typeof topicsPolicies)[number];

export const channelPermissions = [
  "canAddSubscribersGroup",
  "canAdministerChannelGroup",
  "canCreateTopicGroup",
  "canDeleteAnyMessageGroup",
  "canDeleteOwnMessageGroup",
  "canMoveMessagesOutOfChannelGroup",
  "canMoveMessagesWithinChannelGroup",
  "canRemoveSubscribersGroup",
  "canResolveTopicsGroup",
  "canSendMessageGroup",
  "canSubscribeGroup",
] as const;
export type ChannelPermission = (typeof channelPermissions)[number];
export type ChannelPermissions = Readonly<Record<ChannelPermission, GroupSetting>>;

/** Public: any member reads it. Private: its subscribers. Web-public: anyone, without login. */
export type ChannelPrivacy = "public" | "private" | "web-public";

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
  readonly permissions: ChannelPermissions;
}

export const channelLimits = { nameLength: 60, descriptionLength: 1024 } as const;

/** What a new channel allows unless its creator says otherwise. */
export const defaultChannelPermissions = (creatorId: number | null): ChannelPermissions => {
  const everyone = systemGroupId("role:everyone");
  const administrators = systemGroupId("role:administrators");
  const nobody = systemGroupId("role:nobody");
  return {
    canAddSubscribersGroup: nobody,
    canAdministerChannelGroup: creatorId === null ? nobody : onlyUser(creatorId),
    canCreateTopicGroup: everyone,
    canDeleteAnyMessageGroup: nobody,
    canDeleteOwnMessageGroup: nobody,
    canMoveMessagesOutOfChannelGroup: nobody,
    canMoveMessagesWithinChannelGroup: nobody,
    canRemoveSubscribersGroup: administrators,
    canResolveTopicsGroup: nobody,
    canSendMessageGroup: everyone,
    canSubscribeGroup: nobody,
  };
};
