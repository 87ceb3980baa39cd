import type { UserSettings } from "../users/user-settings";
import type { RealmPermission } from "./realm-permission";
import type { RealmSettings } from "./realm-settings";

/** Settings only clients act on: the server just stores and sends them. */
export const settingsOfClients: ReadonlySet<keyof UserSettings | keyof RealmSettings> = new Set([
  "colorScheme",
  "demoteInactiveChannels",
  "desktopIconCountDisplay",
  "displayEmojiReactionUsers",
  "emojiset",
  "enableDesktopNotifications",
  "enableFollowedTopicAudibleNotifications",
  "enableFollowedTopicDesktopNotifications",
  "enableGuestUserDmWarning",
  "enableGuestUserIndicator",
  "enableSounds",
  "enableChannelAudibleNotifications",
  "enableChannelDesktopNotifications",
  "enterSends",
  "fluidLayoutWidth",
  "gifRatingPolicy",
  "highContrastMode",
  "mediaPreviewSize",
  "notificationSound",
  "orgType",
  "directMessageContentInDesktopNotifications",
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
  "webChannelUnreadsCountDisplayPolicy",
  "webSuggestUpdateTimezone",
]);

/** Settings without effect, each with the feature this server lacks. docs/coverage.md lists them. */
export const settingsWithoutEffect: Readonly<
  Partial<Record<keyof UserSettings | keyof RealmSettings | RealmPermission, string>>
> = {
  canManageBillingGroup: "billing",
  digestEmailsEnabled: "digests",
  digestWeekday: "digests",
  enableDigestEmails: "digests",
  enableMarketingEmails: "marketing mail",
  inlineUrlEmbedPreview: "previews of pages",
  pushNotificationsEnabled: "the operator's settings decide whether notifications are sent",
  sendWelcomeEmails: "welcome mails",
  workplaceUsersGroup: "plans by the size of a workplace",
};
