import { type Codec, entity, like, listOf, oneOf, partial, withDefaults } from "../codec/codec";
import { nameStoredUnder, type StoredNames, storedUnder } from "../codec/stored-names";
import { count } from "../codec/whole-number";
import {
  type AutomaticAlwaysNever,
  type ChannelView,
  type ColorScheme,
  choiceCodecs,
  type IconCount,
  type MarkReadOnScroll,
  type Participation,
  type UnreadCounts,
  type UserListStyle,
} from "./setting-choices";

/** Choices of who may see a user's real address. */
export const emailVisibilities = ["everyone", "members", "administrators", "nobody", "moderators"] as const;
export type EmailVisibility = (typeof emailVisibilities)[number];

/** Values of settings that are stored as they are named. */
export const settingChoices = {
  webHomeView: ["inbox", "recent", "recent_topics", "all_messages"],
  webAnimateImagePreviews: ["always", "on_hover", "never"],
  emojiset: ["google", "google-blob", "twitter", "text"],
  resolvedTopicNoticeAutoReadPolicy: ["always", "except_followed", "never"],
} as const;
type Choice<Name extends keyof typeof settingChoices> = (typeof settingChoices)[Name][number];

/** A user's preferences. */
export interface UserSettings {
  readonly twentyFourHourTime: boolean;
  readonly webMarkReadOnScrollPolicy: MarkReadOnScroll;
  readonly webChannelDefaultView: ChannelView;
  readonly webChannelUnreadsCountDisplayPolicy: UnreadCounts;
  readonly webFontSizePx: number;
  readonly webLineHeightPercent: number;
  readonly webHomeView: Choice<"webHomeView">;
  readonly webEscapeNavigatesToHomeView: boolean;
  readonly webNavigateToSentMessage: boolean;
  readonly webSuggestUpdateTimezone: boolean;
  readonly webAnimateImagePreviews: Choice<"webAnimateImagePreviews">;
  readonly webInboxShowChannelFolders: boolean;
  readonly webLeftSidebarShowChannelFolders: boolean;
  readonly webLeftSidebarUnreadsCountSummary: boolean;
  readonly starredMessageCounts: boolean;
  readonly receivesTypingNotifications: boolean;
  readonly fluidLayoutWidth: boolean;
  readonly highContrastMode: boolean;
  readonly colorScheme: ColorScheme;
  readonly translateEmoticons: boolean;
  readonly displayEmojiReactionUsers: boolean;
  readonly defaultLanguage: string;
  readonly emojiset: Choice<"emojiset">;
  readonly demoteInactiveChannels: AutomaticAlwaysNever;
  readonly userListStyle: UserListStyle;
  readonly enterSends: boolean;
  readonly enableDraftsSynchronization: boolean;
  readonly enableChannelDesktopNotifications: boolean;
  readonly enableChannelEmailNotifications: boolean;
  readonly enableChannelPushNotifications: boolean;
  readonly enableChannelAudibleNotifications: boolean;
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
  readonly directMessageContentInDesktopNotifications: boolean;
  readonly wildcardMentionsNotify: boolean;
  readonly desktopIconCountDisplay: IconCount;
  readonly realmNameInEmailNotificationsPolicy: AutomaticAlwaysNever;
  readonly automaticallyFollowTopicsPolicy: Participation;
  readonly automaticallyUnmuteTopicsInMutedChannelsPolicy: Participation;
  readonly automaticallyFollowTopicsWhereMentioned: boolean;
  readonly resolvedTopicNoticeAutoReadPolicy: Choice<"resolvedTopicNoticeAutoReadPolicy">;
  readonly presenceEnabled: boolean;
  readonly sendDirectTypingNotifications: boolean;
  readonly sendChannelTypingNotifications: boolean;
  readonly sendReadReceipts: boolean;
  readonly allowPrivateDataExport: boolean;
  readonly hideAiFeatures: boolean;
  readonly emailNotificationsBatchingPeriodSeconds: number;
  readonly emailAddressVisibility: EmailVisibility;
}

/** The settings of new users, unless the realm has its own defaults. */
export const defaultUserSettings: UserSettings = {
  twentyFourHourTime: false,
  webMarkReadOnScrollPolicy: "always",
  webChannelDefaultView: "top topic",
  webChannelUnreadsCountDisplayPolicy: "unmuted",
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
  colorScheme: "automatic",
  translateEmoticons: false,
  displayEmojiReactionUsers: true,
  defaultLanguage: "en",
  emojiset: "google",
  demoteInactiveChannels: "automatic",
  userListStyle: "status",
  enterSends: true,
  enableDraftsSynchronization: true,
  enableChannelDesktopNotifications: false,
  enableChannelEmailNotifications: false,
  enableChannelPushNotifications: false,
  enableChannelAudibleNotifications: false,
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
  directMessageContentInDesktopNotifications: true,
  wildcardMentionsNotify: true,
  desktopIconCountDisplay: "all unread",
  realmNameInEmailNotificationsPolicy: "automatic",
  automaticallyFollowTopicsPolicy: "start",
  automaticallyUnmuteTopicsInMutedChannelsPolicy: "send",
  automaticallyFollowTopicsWhereMentioned: true,
  resolvedTopicNoticeAutoReadPolicy: "except_followed",
  presenceEnabled: true,
  sendDirectTypingNotifications: true,
  sendChannelTypingNotifications: true,
  sendReadReceipts: true,
  allowPrivateDataExport: false,
  hideAiFeatures: false,
  emailNotificationsBatchingPeriodSeconds: 120,
  emailAddressVisibility: "everyone",
};

const storedNames = {
  automaticallyUnmuteTopicsInMutedChannelsPolicy: "automaticallyUnmuteTopicsInMutedStreamsPolicy",
  demoteInactiveChannels: "demoteInactiveStreams",
  directMessageContentInDesktopNotifications: "pmContentInDesktopNotifications",
  enableChannelAudibleNotifications: "enableStreamAudibleNotifications",
  enableChannelDesktopNotifications: "enableStreamDesktopNotifications",
  enableChannelEmailNotifications: "enableStreamEmailNotifications",
  enableChannelPushNotifications: "enableStreamPushNotifications",
  sendChannelTypingNotifications: "sendStreamTypingNotifications",
  sendDirectTypingNotifications: "sendPrivateTypingNotifications",
  webChannelUnreadsCountDisplayPolicy: "webStreamUnreadsCountDisplayPolicy",
} satisfies StoredNames;

const settings = like<UserSettings>(defaultUserSettings, {
  ...choiceCodecs,
  emailAddressVisibility: oneOf(...emailVisibilities),
  webHomeView: oneOf(...settingChoices.webHomeView),
  webAnimateImagePreviews: oneOf(...settingChoices.webAnimateImagePreviews),
  emojiset: oneOf(...settingChoices.emojiset),
  resolvedTopicNoticeAutoReadPolicy: oneOf(...settingChoices.resolvedTopicNoticeAutoReadPolicy),
});

/** All settings. Those that are absent from older values take their defaults. */
export const userSettingsCodec: Codec<UserSettings> = storedUnder(
  storedNames,
  withDefaults(settings, defaultUserSettings),
);

/** Some of the settings: a change of them. */
export const userSettingsChangeCodec: Codec<Partial<UserSettings>> = storedUnder(
  storedNames,
  entity<Partial<UserSettings>>(partial(settings.fields)),
);

/** Names of settings. */
export const userSettingNamesCodec: Codec<readonly string[]> = listOf(nameStoredUnder(storedNames));

/** Sounds that clients include. */
export const notificationSounds = ["ding", "dude", "zulip"] as const;

/** The values that people can choose for each setting. Stored numbers may lie outside these bounds, which may change. */
export const userSettingBounds = {
  ...settings.fields,
  webFontSizePx: count,
  webLineHeightPercent: count,
};

/** Settings that only the user can change: they decide what others learn about the user and what is mailed. */
export const privateSettings: ReadonlySet<keyof UserSettings> = new Set([
  "allowPrivateDataExport",
  "emailAddressVisibility",
  "enableDigestEmails",
  "enableLoginEmails",
  "enableMarketingEmails",
  "presenceEnabled",
  "sendDirectTypingNotifications",
  "sendReadReceipts",
  "sendChannelTypingNotifications",
]);

/** Settings without a default per realm. */
export const settingsWithoutDefault: ReadonlySet<keyof UserSettings> = new Set([
  "allowPrivateDataExport",
  "defaultLanguage",
  "enableLoginEmails",
  "enableMarketingEmails",
]);
