import type { Subscription } from "../channels/subscription";
import { choiceStoredUnder } from "../codec/stored-names";
import type { UserId } from "../ids";
import type { Flag } from "../messages/read-state";
import type { TopicPolicy } from "../topics/topic-policy";
import type { User } from "../users/user";
import type { UserSettings } from "../users/user-settings";

/** Reasons for notifying a user of a message, by precedence. */
const pushTriggers = [
  "direct message",
  "mention",
  "topic wildcard in followed topic",
  "channel wildcard in followed topic",
  "topic wildcard",
  "channel wildcard",
  "followed topic",
  "channel",
] as const;
/** The reason for a push notification. */
export type PushTrigger = (typeof pushTriggers)[number];

export const pushTriggerCodec = choiceStoredUnder<PushTrigger>(
  {
    "direct message": "direct_message",
    mention: "mentioned",
    "topic wildcard in followed topic": "topic_wildcard_mentioned_in_followed_topic",
    "channel wildcard in followed topic": "stream_wildcard_mentioned_in_followed_topic",
    "topic wildcard": "topic_wildcard_mentioned",
    "channel wildcard": "stream_wildcard_mentioned",
    "followed topic": "followed_topic_push_notify",
    channel: "stream_push_notify",
  },
  ...pushTriggers,
);

/** Whether the message mentions the user: by name, through a group, or through a wildcard. */
export const isMentionTrigger = (trigger: PushTrigger): boolean =>
  trigger === "mention" || isWildcardTrigger(trigger);

/** Whether the message mentions everyone in the channel or in the topic. */
export const isWildcardTrigger = (trigger: PushTrigger): boolean => trigger.includes("wildcard");

/** The kind of conversation a message was sent to, with one reader's settings for it. */
export type NotifiedConversation =
  | { readonly kind: "direct" }
  | {
      readonly kind: "channel";
      readonly subscription: Pick<
        Subscription,
        "isMuted" | "pushNotifications" | "emailNotifications" | "wildcardMentionsNotify"
      >;
      readonly topicPolicy: TopicPolicy;
    };

/** Whether the user gets no notifications of this sender: it is the user, or someone the user has muted. */
export const isSenderIgnored = (
  senderId: UserId,
  { id, mutedUsers }: Pick<User, "id" | "mutedUsers">,
): boolean => senderId === id || mutedUsers.some(({ userId }) => userId === senderId);

/** Settings that decide whether wildcard mentions notify. */
type WildcardSettings = Pick<
  UserSettings,
  "enableFollowedTopicWildcardMentionsNotify" | "wildcardMentionsNotify"
>;

/** Settings for push notifications. */
export type PushSettings = WildcardSettings &
  Pick<
    UserSettings,
    | "enableOfflinePushNotifications"
    | "enableChannelPushNotifications"
    | "enableFollowedTopicPushNotifications"
  >;

/** Settings for email notifications. */
export type MailSettings = WildcardSettings &
  Pick<
    UserSettings,
    | "enableOfflineEmailNotifications"
    | "enableChannelEmailNotifications"
    | "enableFollowedTopicEmailNotifications"
  >;

/** What a user wants to be notified of by one medium, push or email. */
interface NotificationChoices {
  /** Direct messages and mentions. */
  readonly personal: boolean;
  readonly followedTopics: boolean;
  /** Everything in this channel; null for the default of all channels. */
  readonly channel: boolean | null;
  readonly allChannels: boolean;
}

/**
 * Whether the user wants something in this conversation. The topic's policy overrides the channel's setting, which overrides
 * the default.
 */
const wants = (
  conversation: Extract<NotifiedConversation, { kind: "channel" }>,
  channelSetting: boolean | null,
  defaultSetting: boolean,
): boolean => {
  if (conversation.topicPolicy === "muted") return false;
  if (conversation.subscription.isMuted && conversation.topicPolicy !== "unmuted") return false;
  return channelSetting ?? defaultSetting;
};

const wildcards = [
  { flag: "topic_wildcard_mentioned", trigger: "topic wildcard" },
  { flag: "channel_wildcard_mentioned", trigger: "channel wildcard" },
] as const satisfies readonly { readonly flag: Flag; readonly trigger: PushTrigger }[];

/** Why a reader is notified of a channel message; undefined if they aren't. */
const channelTrigger = (
  choices: NotificationChoices,
  settings: WildcardSettings,
  conversation: Extract<NotifiedConversation, { kind: "channel" }>,
  flags: readonly Flag[],
): PushTrigger | undefined => {
  const { personal, followedTopics, channel, allChannels } = choices;
  if (personal && flags.includes("mentioned")) return "mention";
  const isFollowed = conversation.topicPolicy === "followed";
  // Wildcard mentions count as mentions for users who chose that.
  const wildcard = personal ? wildcards.find(({ flag }) => flags.includes(flag)) : undefined;
  if (wildcard !== undefined) {
    if (isFollowed && settings.enableFollowedTopicWildcardMentionsNotify)
      return `${wildcard.trigger} in followed topic`;
    if (
      wants(conversation, conversation.subscription.wildcardMentionsNotify, settings.wildcardMentionsNotify)
    )
      return wildcard.trigger;
  }
  if (isFollowed && followedTopics) return "followed topic";
  return wants(conversation, channel, allChannels) ? "channel" : undefined;
};

/**
 * Why a reader gets a push notification of a message; undefined if they don't. Callers check who sent it and whether
 * the reader is online.
 */
export const pushTrigger = (
  settings: PushSettings,
  conversation: NotifiedConversation,
  flags: readonly Flag[],
): PushTrigger | undefined => {
  const personal = settings.enableOfflinePushNotifications;
  if (conversation.kind === "direct") return personal ? "direct message" : undefined;
  const choices = {
    personal,
    followedTopics: settings.enableFollowedTopicPushNotifications,
    channel: conversation.subscription.pushNotifications,
    allChannels: settings.enableChannelPushNotifications,
  };
  return channelTrigger(choices, settings, conversation, flags);
};

/** Whether an offline reader wants an email about a message. Callers check who sent it. */
export const wantsMailOf = (
  settings: MailSettings,
  conversation: NotifiedConversation,
  flags: readonly Flag[],
): boolean => {
  const personal = settings.enableOfflineEmailNotifications;
  if (conversation.kind === "direct") return personal;
  const choices = {
    personal,
    followedTopics: settings.enableFollowedTopicEmailNotifications,
    channel: conversation.subscription.emailNotifications,
    allChannels: settings.enableChannelEmailNotifications,
  };
  return channelTrigger(choices, settings, conversation, flags) !== undefined;
};
