import { botStorageEndpoints } from "./bot-storage";
import { botEndpoints } from "./bots";
import { callEndpoints } from "./calls";
import { channelFolderEndpoints } from "./channel-folders";
import { channelEndpoints } from "./channels";
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
import { developmentEndpoints, loginEndpoints } from "./login";
import { messageEndpoints } from "./messages";
import { ownAccountEndpoints } from "./own-account";
import { pictureEndpoints, pictureFileEndpoints } from "./pictures";
import { playgroundEndpoints } from "./playgrounds";
import { presenceEndpoints } from "./presence";
import { profileFieldEndpoints } from "./profile-fields";
import { pushEndpoints } from "./push";
import { realmEndpoints } from "./realm";
import { scheduledMessageEndpoints } from "./scheduled-messages";
import { serverEndpoints } from "./server";
import { settingsEndpoints } from "./settings";
import { snippetEndpoints } from "./snippets";
import { statusEndpoints } from "./status";
import { submessageEndpoints } from "./submessages";
import { subscriptionEndpoints } from "./subscriptions";
import { topicEndpoints } from "./topics";
import { typingEndpoints } from "./typing";
import { fileEndpoints, uploadEndpoints } from "./uploads";
import { userEndpoints } from "./users";

/**
 * Every endpoint of the server, the busiest first: routes are tried in order. Development adds ways in that
 * must exist nowhere else.
 */
export const allEndpoints = (isDevelopment: boolean) => [
  ...messageEndpoints,
  ...eventEndpoints,
  ...presenceEndpoints,
  ...flagEndpoints,
  ...editingEndpoints,
  ...submessageEndpoints,
  ...typingEndpoints,
  ...incomingWebhookEndpoints,
  ...serverEndpoints,
  ...loginEndpoints,
  ...(isDevelopment ? developmentEndpoints : []),
  ...userEndpoints,
  ...subscriptionEndpoints,
  ...channelEndpoints,
  ...defaultChannelEndpoints,
  ...topicEndpoints,
  ...draftEndpoints,
  ...pushEndpoints,
  ...snippetEndpoints,
  ...scheduledMessageEndpoints,
  ...settingsEndpoints,
  ...ownAccountEndpoints,
  ...statusEndpoints,
  ...botEndpoints,
  ...botStorageEndpoints,
  ...callEndpoints,
  ...realmEndpoints,
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

/** What is outside `/api/v1`: files, which are in messages by their addresses. */
export const rootEndpoints = [...fileEndpoints, ...pictureFileEndpoints];
