import { like, oneOf } from "./codec";

/** Who may see a user's real address. */
export const emailVisibilities = ["everyone", "members", "administrators", "nobody", "moderators"] as const;
export type EmailVisibility = (typeof emailVisibilities)[number];

/** Personal preferences that a realm member can change; the names are the field's standard ones. */
export interface UserSettings {
  readonly twentyFourHourTime: boolean;
  readonly webMarkReadOnScrollPolicy: number;
  readonly webChannelDefaultView: number;
  readonly webStreamUnreadsCountDisplayPolicy: number;
  readonly webFontSizePx: number;
  readonly webLineHeightPercent: number;
  readonly webHomeView: string;
  readonly webEscapeNavigatesToHomeView: boolean;
  readonly webNavigateToSentMessage: boolean;
  readonly webSuggestUpdateTimezone: boolean;
  readonly webAnimateImagePreviews: string;
  readonly webInboxShowChannelFolders: boolean;
  readonly webLeftSidebarShowChannelFolders: boolean;
  readonly webLeftSidebarUnreadsCountSummary: boolean;
  readonly starredMessageCounts: boolean;
  readonly receivesTypingNotifications: boolean;
  readonly fluidLayoutWidth: boolean;
  readonly highContrastMode: boolean;
  readonly colorScheme: number;
  readonly translateEmoticons: boolean;
  readonly displayEmojiReactionUsers: boolean;
  readonly defaultLanguage: string;
  readonly emojiset: string;
  readonly demoteInactiveStreams: number;
  readonly userListStyle: number;
  readonly enterSends: boolean;
  readonly enableDraftsSynchronization: boolean;
  readonly enableStreamDesktopNotifications: boolean;
  readonly enableStreamEmailNotifications: boolean;
  readonly enableStreamPushNotifications: boolean;
  readonly enableStreamAudibleNotifications: boolean;
  readonly notificationSound: string;
  readonly enableDesktopNotifications: boolean;
  readonly enableSounds: boolean;
  readonly enableOfflineEmailNotifications: boolean;
  readonly enableOfflinePushNotifications: boolean;
  readonly enableOnlinePushNotifications: boolean;
  readonly enableFollowedTopicDesktopNotifications: boolean;
  readonly enableFollowedTopicEmailNotifications: boolean;
  readonly enableFollowedTopicPushNotifications: boolean;
  readonly enableFollowedTopicAudibleNotifications: boolean;
  readonly enableFollowedTopicWildcardMentionsNotify: boolean;
  readonly enableDigestEmails: boolean;
  readonly enableMarketingEmails: boolean;
  readonly enableLoginEmails: boolean;
  readonly messageContentInEmailNotifications: boolean;
  readonly pmContentInDesktopNotifications: boolean;
  readonly wildcardMentionsNotify: boolean;
  readonly desktopIconCountDisplay: number;
  readonly realmNameInEmailNotificationsPolicy: number;
  readonly automaticallyFollowTopicsPolicy: number;
  readonly automaticallyUnmuteTopicsInMutedStreamsPolicy: number;
  readonly automaticallyFollowTopicsWhereMentioned: boolean;
  readonly resolvedTopicNoticeAutoReadPolicy: string;
  readonly presenceEnabled: boolean;
  readonly sendPrivateTypingNotifications: boolean;
  readonly sendStreamTypingNotifications: boolean;
  readonly sendReadReceipts: boolean;
  readonly allowPrivateDataExport: boolean;
  readonly hideAiFeatures: boolean;
  readonly emailNotificationsBatchingPeriodSeconds: number;
  readonly emailAddressVisibility: EmailVisibility;
}

/** The settings of whoever joins a realm that sets no others. */
export const defaultUserSettings: UserSettings = {
  twentyFourHourTime: false,
  webMarkReadOnScrollPolicy: 1,
  webChannelDefaultView: 1,
  webStreamUnreadsCountDisplayPolicy: 2,
  webFontSizePx: 16,
  webLineHeightPercent: 140,
  webHomeView: "inbox",
  webEscapeNavigatesToHomeView: true,
  webNavigateToSentMessage: true,
  webSuggestUpdateTimezone: true,
  webAnimateImagePreviews: "on_hover",
  webInboxShowChannelFolders: true,
  webLeftSidebarShowChannelFolders: true,
  webLeftSidebarUnreadsCountSummary: true,
  starredMessageCounts: true,
  receivesTypingNotifications: true,
  fluidLayoutWidth: false,
  highContrastMode: false,
  colorScheme: 1,
  translateEmoticons: false,
  displayEmojiReactionUsers: true,
  defaultLanguage: "en",
  emojiset: "google",
  demoteInactiveStreams: 1,
  userListStyle: 2,
  enterSends: true,
  enableDraftsSynchronization: true,
  enableStreamDesktopNotifications: false,
  enableStreamEmailNotifications: false,
  enableStreamPushNotifications: false,
  enableStreamAudibleNotifications: false,
  notificationSound: "zulip",
  enableDesktopNotifications: true,
  enableSounds: true,
  enableOfflineEmailNotifications: true,
  enableOfflinePushNotifications: true,
  enableOnlinePushNotifications: true,
  enableFollowedTopicDesktopNotifications: true,
  enableFollowedTopicEmailNotifications: true,
  enableFollowedTopicPushNotifications: true,
  enableFollowedTopicAudibleNotifications: true,
  enableFollowedTopicWildcardMentionsNotify: true,
  enableDigestEmails: true,
  enableMarketingEmails: true,
  enableLoginEmails: true,
  messageContentInEmailNotifications: true,
  pmContentInDesktopNotifications: true,
  wildcardMentionsNotify: true,
  desktopIconCountDisplay: 1,
  realmNameInEmailNotificationsPolicy: 1,
  automaticallyFollowTopicsPolicy: 3,
  automaticallyUnmuteTopicsInMutedStreamsPolicy: 2,
  automaticallyFollowTopicsWhereMentioned: true,
  resolvedTopicNoticeAutoReadPolicy: "except_followed",
  presenceEnabled: true,
  sendPrivateTypingNotifications: true,
  sendStreamTypingNotifications: true,
  sendReadReceipts: true,
  allowPrivateDataExport: false,
  hideAiFeatures: false,
  emailNotificationsBatchingPeriodSeconds: 120,
  emailAddressVisibility: "everyone",
};

export const userSettingsCodec = like<UserSettings>(defaultUserSettings, {
  emailAddressVisibility: oneOf(...emailVisibilities),
});

/** Sounds that clients bring along. */
export const notificationSounds = ["ding", "dude", "zulip"] as const;

/** What settings that aren't free can be. */
export const settingChoices = {
  webMarkReadOnScrollPolicy: [1, 2, 3],
  webChannelDefaultView: [1, 2, 3, 4],
  webStreamUnreadsCountDisplayPolicy: [1, 2, 3],
  webHomeView: ["inbox", "recent", "recent_topics", "all_messages"],
  webAnimateImagePreviews: ["always", "on_hover", "never"],
  colorScheme: [1, 2, 3],
  emojiset: ["google", "google-blob", "twitter", "text"],
  demoteInactiveStreams: [1, 2, 3],
  userListStyle: [1, 2, 3],
  desktopIconCountDisplay: [1, 2, 3, 4],
  realmNameInEmailNotificationsPolicy: [1, 2, 3],
  automaticallyFollowTopicsPolicy: [1, 2, 3, 4],
  automaticallyUnmuteTopicsInMutedStreamsPolicy: [1, 2, 3, 4],
  resolvedTopicNoticeAutoReadPolicy: ["always", "except_followed", "never"],
} as const satisfies Partial<Record<keyof UserSettings, readonly (number | string)[]>>;

/** Settings about what others learn of a user, and what goes to their mailbox: nobody sets them for another. */
export const privateSettings: ReadonlySet<keyof UserSettings> = new Set([
  "allowPrivateDataExport",
  "emailAddressVisibility",
  "enableDigestEmails",
  "enableLoginEmails",
  "enableMarketingEmails",
  "presenceEnabled",
  "sendPrivateTypingNotifications",
  "sendReadReceipts",
  "sendStreamTypingNotifications",
]);

/** Settings that a realm has no default for. */
export const settingsWithoutDefault: ReadonlySet<keyof UserSettings> = new Set([
  "allowPrivateDataExport",
  "defaultLanguage",
  "enableLoginEmails",
  "enableMarketingEmails",
]);
