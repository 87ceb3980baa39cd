import type { RealmPermission } from "./realm-permission";
import type { RealmSettings } from "./realm-settings";
import type { UserSettings } from "./user-settings";

/** Settings that clients alone act on, as everywhere: the server stores them and tells them. */
export const settingsOfClients: ReadonlySet<keyof UserSettings | keyof RealmSettings> = new Set([
  "colorScheme",
  "demoteInactiveStreams",
  "desktopIconCountDisplay",
  "displayEmojiReactionUsers",
  "emojiset",
  "enableDesktopNotifications",
  "enableFollowedTopicAudibleNotifications",
  "enableFollowedTopicDesktopNotifications",
  "enableGuestUserDmWarning",
  "enableGuestUserIndicator",
  "enableSounds",
  "enableStreamAudibleNotifications",
  "enableStreamDesktopNotifications",
  "enterSends",
  "fluidLayoutWidth",
  "gifRatingPolicy",
  "highContrastMode",
  "mediaPreviewSize",
  "notificationSound",
  "orgType",
  "pmContentInDesktopNotifications",
  "starredMessageCounts",
  "twentyFourHourTime",
  "userListStyle",
  "wantAdvertiseInCommunitiesDirectory",
  "webAnimateImagePreviews",
  "webChannelDefaultView",
  "webEscapeNavigatesToHomeView",
  "webFontSizePx",
  "webHomeView",
  "webInboxShowChannelFolders",
  "webLeftSidebarShowChannelFolders",
  "webLeftSidebarUnreadsCountSummary",
  "webLineHeightPercent",
  "webMarkReadOnScrollPolicy",
  "webNavigateToSentMessage",
  "webStreamUnreadsCountDisplayPolicy",
  "webSuggestUpdateTimezone",
]);

/** Settings of what this server doesn't do, each with what that is; docs/coverage.md lists them. */
export const settingsWithoutEffect: Readonly<
  Partial<Record<keyof UserSettings | keyof RealmSettings | RealmPermission, string>>
> = {
  canManageBillingGroup: "billing",
  digestEmailsEnabled: "digests",
  digestWeekday: "digests",
  enableDigestEmails: "digests",
  enableMarketingEmails: "mail that advertises",
  inlineUrlEmbedPreview: "previews of pages",
  pushNotificationsEnabled: "a switch of its own: notifications go out where the server's settings say how",
  sendWelcomeEmails: "welcome mails",
  workplaceUsersGroup: "plans by the number of people at work",
};
