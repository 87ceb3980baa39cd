import { developmentEndpoints, loginEndpoints, pageLoginEndpoints } from "./authentication/login";
import { secondFactorEndpoints } from "./authentication/second-factors";
import { sessionEndpoints } from "./authentication/sessions";
import { botStorageEndpoints } from "./bots/bot-storage";
import { botEndpoints } from "./bots/bots";
import { incomingWebhookEndpoints } from "./bots/incoming-webhooks";
import { channelFolderEndpoints } from "./channels/channel-folders";
import { channelEndpoints } from "./channels/channels";
import { defaultChannelEndpoints } from "./channels/default-channels";
import { subscriberEndpoints } from "./channels/subscribers";
import { subscriptionEndpoints } from "./channels/subscriptions";
import { userChannelEndpoints } from "./channels/user-channels";
import { pictureEndpoints, pictureFileEndpoints } from "./files/pictures";
import { fileEndpoints, uploadEndpoints } from "./files/uploads";
import { groupEndpoints } from "./groups/groups";
import { commandEndpoints } from "./messages/commands";
import { draftEndpoints } from "./messages/drafts";
import { editingEndpoints } from "./messages/editing";
import { fetchingEndpoints } from "./messages/fetching";
import { flagEndpoints } from "./messages/flags";
import { messageEndpoints } from "./messages/messages";
import { reactionEndpoints } from "./messages/reactions";
import { reminderEndpoints } from "./messages/reminders";
import { scheduledMessageEndpoints } from "./messages/scheduled-messages";
import { snippetEndpoints } from "./messages/snippets";
import { submessageEndpoints } from "./messages/submessages";
import { summaryEndpoints } from "./messages/summaries";
import { topicEndpoints } from "./messages/topics";
import { typingEndpoints } from "./messages/typing";
import { auditLogEndpoints } from "./realm/audit-log";
import { domainEndpoints } from "./realm/domains";
import { emojiEndpoints } from "./realm/emoji";
import { invitationEndpoints } from "./realm/invitations";
import { linkifierEndpoints } from "./realm/linkifiers";
import { playgroundEndpoints } from "./realm/playgrounds";
import { realmEndpoints } from "./realm/realm";
import { callEndpoints } from "./server/calls";
import { eventEndpoints } from "./server/events";
import { pushEndpoints } from "./server/push";
import { compatibilityEndpoints, serverEndpoints } from "./server/server";
import { unavailableEndpoints } from "./server/unavailable";
import { deactivationEndpoints } from "./users/deactivation";
import { navigationEndpoints } from "./users/navigation";
import { ownAccountEndpoints } from "./users/own-account";
import { presenceEndpoints } from "./users/presence";
import { profileFieldEndpoints } from "./users/profile-fields";
import { settingsEndpoints } from "./users/settings";
import { statusEndpoints } from "./users/status";
import { userEndpoints } from "./users/users";

/**
 * Every endpoint of the server, the busiest first: routes are tried in order. Development adds logins that
 * must not exist in production.
 */
export const allEndpoints = (isDevelopment: boolean) => [
  ...commonEndpoints(isDevelopment),
  ...loginEndpoints,
];

/** The endpoints that pages call, authenticated by a session. */
export const pageEndpoints = (isDevelopment: boolean) => [
  ...commonEndpoints(isDevelopment),
  ...pageLoginEndpoints,
];

const commonEndpoints = (isDevelopment: boolean) => [
  ...messageEndpoints,
  ...fetchingEndpoints,
  ...eventEndpoints,
  ...presenceEndpoints,
  ...flagEndpoints,
  ...editingEndpoints,
  ...reactionEndpoints,
  ...submessageEndpoints,
  ...typingEndpoints,
  ...incomingWebhookEndpoints,
  ...serverEndpoints,
  ...compatibilityEndpoints,
  ...(isDevelopment ? developmentEndpoints : []),
  ...userEndpoints,
  ...deactivationEndpoints,
  ...subscriptionEndpoints,
  ...subscriberEndpoints,
  ...channelEndpoints,
  ...userChannelEndpoints,
  ...defaultChannelEndpoints,
  ...topicEndpoints,
  ...draftEndpoints,
  ...pushEndpoints,
  ...snippetEndpoints,
  ...scheduledMessageEndpoints,
  ...reminderEndpoints,
  ...navigationEndpoints,
  ...commandEndpoints,
  ...settingsEndpoints,
  ...ownAccountEndpoints,
  ...sessionEndpoints,
  ...secondFactorEndpoints,
  ...statusEndpoints,
  ...botEndpoints,
  ...botStorageEndpoints,
  ...callEndpoints,
  ...realmEndpoints,
  ...summaryEndpoints,
  ...unavailableEndpoints,
  ...auditLogEndpoints,
  ...invitationEndpoints,
  ...domainEndpoints,
  ...profileFieldEndpoints,
  ...linkifierEndpoints,
  ...playgroundEndpoints,
  ...channelFolderEndpoints,
  ...groupEndpoints,
  ...uploadEndpoints,
  ...emojiEndpoints,
  ...pictureEndpoints,
];

/**
 * Endpoints outside `/api/v1`: files, whose addresses appear in messages, and what clients ask before they
 * know the API.
 */
export const rootEndpoints = [...compatibilityEndpoints, ...fileEndpoints, ...pictureFileEndpoints];
