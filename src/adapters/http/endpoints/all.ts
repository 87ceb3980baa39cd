import { auditLogEndpoints } from "./audit-log";
import { botStorageEndpoints } from "./bot-storage";
import { botEndpoints } from "./bots";
import { callEndpoints } from "./calls";
import { channelFolderEndpoints } from "./channel-folders";
import { channelEndpoints } from "./channels";
import { commandEndpoints } from "./commands";
import { deactivationEndpoints } from "./deactivation";
import { defaultChannelEndpoints } from "./default-channels";
import { domainEndpoints } from "./domains";
import { draftEndpoints } from "./drafts";
import { editingEndpoints } from "./editing";
import { emojiEndpoints } from "./emoji";
import { eventEndpoints } from "./events";
import { flagEndpoints } from "./flags";
import { groupEndpoints } from "./groups";
import { incomingWebhookEndpoints } from "./incoming-webhooks";
import { invitationEndpoints } from "./invitations";
import { linkifierEndpoints } from "./linkifiers";
import { developmentEndpoints, loginEndpoints, pageLoginEndpoints } from "./login";
import { messageEndpoints } from "./messages";
import { navigationEndpoints } from "./navigation";
import { ownAccountEndpoints } from "./own-account";
import { pictureEndpoints, pictureFileEndpoints } from "./pictures";
import { playgroundEndpoints } from "./playgrounds";
import { presenceEndpoints } from "./presence";
import { profileFieldEndpoints } from "./profile-fields";
import { pushEndpoints } from "./push";
import { realmEndpoints } from "./realm";
import { reminderEndpoints } from "./reminders";
import { scheduledMessageEndpoints } from "./scheduled-messages";
import { secondFactorEndpoints } from "./second-factors";
import { compatibilityEndpoints, serverEndpoints } from "./server";
import { sessionEndpoints } from "./sessions";
import { settingsEndpoints } from "./settings";
import { snippetEndpoints } from "./snippets";
import { statusEndpoints } from "./status";
import { submessageEndpoints } from "./submessages";
import { subscriptionEndpoints } from "./subscriptions";
import { summaryEndpoints } from "./summaries";
import { topicEndpoints } from "./topics";
import { typingEndpoints } from "./typing";
import { unavailableEndpoints } from "./unavailable";
import { fileEndpoints, uploadEndpoints } from "./uploads";
import { userChannelEndpoints } from "./user-channels";
import { userEndpoints } from "./users";

/**
 * Every endpoint of the server, the busiest first: routes are tried in order. Development adds ways in that
 * must exist nowhere else.
 */
export const allEndpoints = (isDevelopment: boolean) => [
  ...commonEndpoints(isDevelopment),
  ...loginEndpoints,
];

/** The endpoints of pages, which say who they are by a session. */
export const pageEndpoints = (isDevelopment: boolean) => [
  ...commonEndpoints(isDevelopment),
  ...pageLoginEndpoints,
];

const commonEndpoints = (isDevelopment: boolean) => [
  ...messageEndpoints,
  ...eventEndpoints,
  ...presenceEndpoints,
  ...flagEndpoints,
  ...editingEndpoints,
  ...submessageEndpoints,
  ...typingEndpoints,
  ...incomingWebhookEndpoints,
  ...serverEndpoints,
  ...compatibilityEndpoints,
  ...(isDevelopment ? developmentEndpoints : []),
  ...userEndpoints,
  ...deactivationEndpoints,
  ...subscriptionEndpoints,
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
 * What is outside `/api/v1`: files, which are in messages by their addresses, and what clients ask before they know of
 * an API.
 */
export const rootEndpoints = [...compatibilityEndpoints, ...fileEndpoints, ...pictureFileEndpoints];
