import * as t from "io-ts";
import { like, nullable, oneOf } from "./codec";

/** What an organization decides for itself, besides who may do what. */
export interface RealmSettings {
  readonly allowMessageEditing: boolean;
  readonly avatarChangesDisabled: boolean;
  readonly defaultAvatarSource: "generated" | "gravatar";
  readonly defaultCodeBlockLanguage: string;
  readonly defaultLanguage: string;
  readonly digestEmailsEnabled: boolean;
  readonly digestWeekday: number;
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
  readonly pushNotificationsEnabled: boolean;
  readonly requireE2eePushNotifications: boolean;
  readonly requireUniqueNames: boolean;
  readonly sendWelcomeEmails: boolean;
  readonly sendChannelEventsMessages: boolean;
  readonly signupAnnouncementsChannelId: number | null;
  readonly topicsPolicy: "allow_empty_topic" | "disable_empty_topic";
  readonly videoChatProvider: number;
  readonly waitingPeriodThreshold: number;
  readonly wantAdvertiseInCommunitiesDirectory: boolean;
  readonly welcomeMessageCustomText: string;
  readonly serverUpdateAnnouncementsChannelId: number | null;
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
  disallowDisposableEmailAddresses: true,
  emailChangesDisabled: false,
  emailsRestrictedToDomains: false,
  enableGuestUserDmWarning: true,
  enableGuestUserIndicator: true,
  enableReadReceipts: true,
  enableSpectatorAccess: false,
  gifRatingPolicy: 1,
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
  pushNotificationsEnabled: false,
  requireE2eePushNotifications: false,
  requireUniqueNames: false,
  sendWelcomeEmails: true,
  sendChannelEventsMessages: true,
  signupAnnouncementsChannelId: null,
  topicsPolicy: "allow_empty_topic",
  videoChatProvider: 1,
  waitingPeriodThreshold: 0,
  wantAdvertiseInCommunitiesDirectory: false,
  welcomeMessageCustomText: "",
  serverUpdateAnnouncementsChannelId: null,
};

export const realmSettingsCodec = like<RealmSettings>(defaultRealmSettings, {
  defaultAvatarSource: oneOf("generated", "gravatar"),
  jitsiServerUrl: nullable(t.string),
  messageContentDeleteLimitSeconds: nullable(t.number),
  messageContentEditLimitSeconds: nullable(t.number),
  messageEditHistoryVisibilityPolicy: oneOf("all", "moves", "none"),
  moveMessagesBetweenStreamsLimitSeconds: nullable(t.number),
  moveMessagesWithinStreamLimitSeconds: nullable(t.number),
  newStreamAnnouncementsChannelId: nullable(t.number),
  moderationRequestChannelId: nullable(t.number),
  signupAnnouncementsChannelId: nullable(t.number),
  topicsPolicy: oneOf("allow_empty_topic", "disable_empty_topic"),
  serverUpdateAnnouncementsChannelId: nullable(t.number),
});

/** Settings that owners alone may change: who gets in, and how long messages are kept. */
export const ownersSettings: ReadonlySet<keyof RealmSettings> = new Set([
  "disallowDisposableEmailAddresses",
  "emailsRestrictedToDomains",
  "inviteRequired",
  "messageRetentionDays",
  "waitingPeriodThreshold",
]);
