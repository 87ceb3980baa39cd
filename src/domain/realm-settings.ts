import * as t from "io-ts";
import { like, listOf, nullable, oneOf } from "./codec";
import { type LoginMethod, loginMethods } from "./login-method";
import { passwordLimits } from "./password";

/** What an organization decides for itself, besides who may do what. */
export interface RealmSettings {
  readonly allowMessageEditing: boolean;
  readonly avatarChangesDisabled: boolean;
  readonly defaultAvatarSource: "generated" | "gravatar";
  readonly defaultCodeBlockLanguage: string;
  readonly defaultLanguage: string;
  readonly digestEmailsEnabled: boolean;
  readonly digestWeekday: number;
  /** Ways to log in that the organization doesn't take, though the server may offer them. */
  readonly disabledLoginMethods: readonly LoginMethod[];
  readonly disallowDisposableEmailAddresses: boolean;
  readonly emailChangesDisabled: boolean;
  readonly emailsRestrictedToDomains: boolean;
  readonly enableGuestUserDmWarning: boolean;
  readonly enableGuestUserIndicator: boolean;
  readonly enableReadReceipts: boolean;
  readonly enableSpectatorAccess: boolean;
  readonly gifRatingPolicy: number;
  readonly inlineImagePreview: boolean;
  readonly inlineUrlEmbedPreview: boolean;
  readonly inviteRequired: boolean;
  readonly jitsiServerUrl: string | null;
  readonly mediaPreviewSize: number;
  readonly messageContentAllowedInEmailNotifications: boolean;
  readonly messageContentDeleteLimitSeconds: number | null;
  readonly messageContentEditLimitSeconds: number | null;
  readonly messageEditHistoryVisibilityPolicy: "all" | "moves" | "none";
  readonly messageRetentionDays: number;
  readonly moveMessagesBetweenStreamsLimitSeconds: number | null;
  readonly moveMessagesWithinStreamLimitSeconds: number | null;
  readonly nameChangesDisabled: boolean;
  readonly newStreamAnnouncementsChannelId: number | null;
  readonly orgType: number;
  readonly moderationRequestChannelId: number | null;
  /** How many of their last passwords people may not choose again, the present one among them; 0 allows any. */
  readonly passwordHistory: number;
  /** How many guesses a new password must withstand. */
  readonly passwordMinGuesses: number;
  /** In code points. */
  readonly passwordMinLength: number;
  readonly pushNotificationsEnabled: boolean;
  readonly requireE2eePushNotifications: boolean;
  /** Whether people may do nothing until they have a second factor. */
  readonly requireTwoFactors: boolean;
  readonly requireUniqueNames: boolean;
  readonly sendWelcomeEmails: boolean;
  readonly sendChannelEventsMessages: boolean;
  /** After how many hours without use a session is over. */
  readonly sessionIdleHours: number;
  /** After how many hours a session is over, however much it is used; null for no such limit. */
  readonly sessionLifetimeHours: number | null;
  readonly signupAnnouncementsChannelId: number | null;
  readonly topicsPolicy: "allow_empty_topic" | "disable_empty_topic";
  readonly videoChatProvider: number;
  readonly waitingPeriodThreshold: number;
  readonly wantAdvertiseInCommunitiesDirectory: boolean;
  readonly welcomeMessageCustomText: string;
  readonly serverUpdateAnnouncementsChannelId: number | null;
  /** Up to where the organization has been told of updates; counts while it has a channel for them. */
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
  digestWeekday: 1,
  disabledLoginMethods: [],
  disallowDisposableEmailAddresses: true,
  emailChangesDisabled: false,
  emailsRestrictedToDomains: false,
  enableGuestUserDmWarning: true,
  enableGuestUserIndicator: true,
  enableReadReceipts: true,
  enableSpectatorAccess: false,
  gifRatingPolicy: 2,
  inlineImagePreview: true,
  inlineUrlEmbedPreview: false,
  inviteRequired: true,
  jitsiServerUrl: null,
  mediaPreviewSize: 100,
  messageContentAllowedInEmailNotifications: true,
  messageContentDeleteLimitSeconds: 600,
  messageContentEditLimitSeconds: 600,
  messageEditHistoryVisibilityPolicy: "all",
  messageRetentionDays: -1,
  moderationRequestChannelId: null,
  moveMessagesBetweenStreamsLimitSeconds: 604_800,
  moveMessagesWithinStreamLimitSeconds: 604_800,
  nameChangesDisabled: false,
  newStreamAnnouncementsChannelId: null,
  orgType: 0,
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
  videoChatProvider: 1,
  waitingPeriodThreshold: 0,
  wantAdvertiseInCommunitiesDirectory: false,
  welcomeMessageCustomText: "",
  serverUpdateAnnouncementsChannelId: null,
  announcedUpdate: 0,
};

export const realmSettingsCodec = like<RealmSettings>(defaultRealmSettings, {
  defaultAvatarSource: oneOf("generated", "gravatar"),
  disabledLoginMethods: listOf(oneOf(...loginMethods)),
  jitsiServerUrl: nullable(t.string),
  messageContentDeleteLimitSeconds: nullable(t.number),
  messageContentEditLimitSeconds: nullable(t.number),
  messageEditHistoryVisibilityPolicy: oneOf("all", "moves", "none"),
  moveMessagesBetweenStreamsLimitSeconds: nullable(t.number),
  moveMessagesWithinStreamLimitSeconds: nullable(t.number),
  newStreamAnnouncementsChannelId: nullable(t.number),
  moderationRequestChannelId: nullable(t.number),
  sessionLifetimeHours: nullable(t.number),
  signupAnnouncementsChannelId: nullable(t.number),
  topicsPolicy: oneOf("allow_empty_topic", "disable_empty_topic"),
  serverUpdateAnnouncementsChannelId: nullable(t.number),
});

/** Settings that owners alone may change: who gets in and how, and how long messages are kept. */
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
