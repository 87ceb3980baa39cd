import * as t from "io-ts";
import { type Codec, entity, like, listOf, nullable, oneOf, partial, withDefaults } from "../codec/codec";
import { type StoredNames, storedUnder } from "../codec/stored-names";
import { type ChannelId, channelIdCodec } from "../ids";
import { passwordLimits } from "../passwords/password";
import { type RetentionDays, retentionDaysCodec } from "../retention/retention";
import { type LoginMethod, loginMethods } from "./login-method";
import {
  type GifRating,
  type OrganizationType,
  realmChoiceCodecs,
  type VideoChatProvider,
  type Weekday,
} from "./realm-choices";

/**
 * Who may see the earlier versions of a message. "moves" shows its earlier topics and channels, but not its earlier content.
 */
export const editHistoryVisibilities = ["all", "moves", "none"] as const;
/** Whether messages may be sent without a topic, where the channel doesn't say. */
export const realmTopicsPolicies = ["allow_empty_topic", "disable_empty_topic"] as const;

/** An organization's settings other than permissions. */
export interface RealmSettings {
  readonly allowMessageEditing: boolean;
  readonly avatarChangesDisabled: boolean;
  readonly defaultAvatarSource: "generated" | "gravatar";
  readonly defaultCodeBlockLanguage: string;
  readonly defaultLanguage: string;
  readonly digestEmailsEnabled: boolean;
  readonly digestWeekday: Weekday;
  /** Login methods the organization does not accept, even if the server offers them. */
  readonly disabledLoginMethods: readonly LoginMethod[];
  readonly disallowDisposableEmailAddresses: boolean;
  readonly emailChangesDisabled: boolean;
  readonly emailsRestrictedToDomains: boolean;
  readonly enableGuestUserDmWarning: boolean;
  readonly enableGuestUserIndicator: boolean;
  readonly enableReadReceipts: boolean;
  readonly enableSpectatorAccess: boolean;
  readonly gifRatingPolicy: GifRating;
  readonly inlineImagePreview: boolean;
  readonly inlineUrlEmbedPreview: boolean;
  readonly inviteRequired: boolean;
  readonly jitsiServerUrl: string | null;
  readonly mediaPreviewSize: number;
  readonly messageContentAllowedInEmailNotifications: boolean;
  readonly messageContentDeleteLimitSeconds: number | null;
  readonly messageContentEditLimitSeconds: number | null;
  readonly messageEditHistoryVisibilityPolicy: (typeof editHistoryVisibilities)[number];
  readonly messageRetentionDays: RetentionDays;
  readonly moveMessagesBetweenChannelsLimitSeconds: number | null;
  readonly moveMessagesWithinChannelLimitSeconds: number | null;
  readonly nameChangesDisabled: boolean;
  readonly newChannelAnnouncementsChannelId: ChannelId | null;
  readonly orgType: OrganizationType;
  readonly moderationRequestChannelId: ChannelId | null;
  /** Number of recent passwords, including the current one, that users may not choose again; 0 allows any. */
  readonly passwordHistory: number;
  /** Number of guesses a new password must withstand. */
  readonly passwordMinGuesses: number;
  /** In code points. */
  readonly passwordMinLength: number;
  readonly pushNotificationsEnabled: boolean;
  readonly requireE2eePushNotifications: boolean;
  /** Whether users without a second factor must set one up before doing anything else. */
  readonly requireTwoFactors: boolean;
  readonly requireUniqueNames: boolean;
  readonly sendWelcomeEmails: boolean;
  readonly sendChannelEventsMessages: boolean;
  /** A session ends after this many hours without use. */
  readonly sessionIdleHours: number;
  /** A session ends after this many hours even when used; null for no limit. */
  readonly sessionLifetimeHours: number | null;
  readonly signupAnnouncementsChannelId: ChannelId | null;
  readonly topicsPolicy: (typeof realmTopicsPolicies)[number];
  readonly videoChatProvider: VideoChatProvider;
  readonly waitingPeriodThreshold: number;
  readonly wantAdvertiseInCommunitiesDirectory: boolean;
  readonly welcomeMessageCustomText: string;
  readonly serverUpdateAnnouncementsChannelId: ChannelId | null;
  /** Number of the last server update announced here. Only used while there is a channel for announcements. */
  readonly announcedUpdate: number;
}

/** The settings of a new realm. */
export const defaultRealmSettings: RealmSettings = {
  allowMessageEditing: true,
  avatarChangesDisabled: false,
  defaultAvatarSource: "generated",
  defaultCodeBlockLanguage: "",
  defaultLanguage: "en",
  digestEmailsEnabled: false,
  digestWeekday: "Tuesday",
  disabledLoginMethods: [],
  disallowDisposableEmailAddresses: true,
  emailChangesDisabled: false,
  emailsRestrictedToDomains: false,
  enableGuestUserDmWarning: true,
  enableGuestUserIndicator: true,
  enableReadReceipts: true,
  enableSpectatorAccess: false,
  gifRatingPolicy: "g",
  inlineImagePreview: true,
  inlineUrlEmbedPreview: false,
  inviteRequired: true,
  jitsiServerUrl: null,
  mediaPreviewSize: 100,
  messageContentAllowedInEmailNotifications: true,
  messageContentDeleteLimitSeconds: 600,
  messageContentEditLimitSeconds: 600,
  messageEditHistoryVisibilityPolicy: "all",
  messageRetentionDays: "forever",
  moderationRequestChannelId: null,
  moveMessagesBetweenChannelsLimitSeconds: 604_800,
  moveMessagesWithinChannelLimitSeconds: 604_800,
  nameChangesDisabled: false,
  newChannelAnnouncementsChannelId: null,
  orgType: "unspecified",
  passwordHistory: 0,
  passwordMinGuesses: passwordLimits.leastGuesses,
  passwordMinLength: passwordLimits.shortest,
  pushNotificationsEnabled: false,
  requireE2eePushNotifications: false,
  requireTwoFactors: false,
  requireUniqueNames: false,
  sendWelcomeEmails: true,
  sendChannelEventsMessages: true,
  sessionIdleHours: 720,
  sessionLifetimeHours: null,
  signupAnnouncementsChannelId: null,
  topicsPolicy: "allow_empty_topic",
  videoChatProvider: "jitsi",
  waitingPeriodThreshold: 0,
  wantAdvertiseInCommunitiesDirectory: false,
  welcomeMessageCustomText: "",
  serverUpdateAnnouncementsChannelId: null,
  announcedUpdate: 0,
};

const storedNames = {
  moveMessagesBetweenChannelsLimitSeconds: "moveMessagesBetweenStreamsLimitSeconds",
  moveMessagesWithinChannelLimitSeconds: "moveMessagesWithinStreamLimitSeconds",
  newChannelAnnouncementsChannelId: "newStreamAnnouncementsChannelId",
} satisfies StoredNames;

const settings = like<RealmSettings>(defaultRealmSettings, {
  ...realmChoiceCodecs,
  defaultAvatarSource: oneOf("generated", "gravatar"),
  disabledLoginMethods: listOf(oneOf(...loginMethods)),
  jitsiServerUrl: nullable(t.string),
  messageContentDeleteLimitSeconds: nullable(t.number),
  messageContentEditLimitSeconds: nullable(t.number),
  messageEditHistoryVisibilityPolicy: oneOf(...editHistoryVisibilities),
  messageRetentionDays: retentionDaysCodec,
  moveMessagesBetweenChannelsLimitSeconds: nullable(t.number),
  moveMessagesWithinChannelLimitSeconds: nullable(t.number),
  newChannelAnnouncementsChannelId: nullable(channelIdCodec),
  moderationRequestChannelId: nullable(channelIdCodec),
  sessionLifetimeHours: nullable(t.number),
  signupAnnouncementsChannelId: nullable(channelIdCodec),
  topicsPolicy: oneOf(...realmTopicsPolicies),
  serverUpdateAnnouncementsChannelId: nullable(channelIdCodec),
});

/** The codec of each setting. */
export const realmSettingFields = settings.fields;

/** All settings. Those that are absent from older values take their defaults. */
export const realmSettingsCodec: Codec<RealmSettings> = storedUnder(
  storedNames,
  withDefaults(settings, defaultRealmSettings),
);

/** Some of the settings: a change of them. */
export const realmSettingsChangeCodec: Codec<Partial<RealmSettings>> = storedUnder(
  storedNames,
  entity<Partial<RealmSettings>>(partial(settings.fields)),
);

/** Settings only owners may change: who can join, how users log in, and how long messages are stored. */
export const ownersSettings: ReadonlySet<keyof RealmSettings> = new Set([
  "disabledLoginMethods",
  "disallowDisposableEmailAddresses",
  "emailsRestrictedToDomains",
  "inviteRequired",
  "messageRetentionDays",
  "passwordHistory",
  "passwordMinGuesses",
  "passwordMinLength",
  "requireTwoFactors",
  "sessionIdleHours",
  "sessionLifetimeHours",
  "waitingPeriodThreshold",
]);
