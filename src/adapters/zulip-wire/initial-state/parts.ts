import { encodeChannelFolder } from "../encode/channel-folder";
import { encodeDefaultChannelGroup } from "../encode/default-channel-group";
import { encodePlayground } from "../encode/playground";
import { encodeRealmEmoji } from "../encode/realm-emoji";
import { versionFields } from "../version";
import { channelsPart, subscriptionsPart } from "./channels";
import type { MessagePart, StatePart } from "./context";
import { devicesPart } from "./devices";
import { directsPart, newestMessagePart, starredPart } from "./messages";
import {
  alertWordsPart,
  botsPart,
  groupsPart,
  integrationsPart,
  mutedUsersPart,
  settingsPart,
  statusPart,
  userDefaultsPart,
  usersPart,
} from "./people";
import { presencePart } from "./presence";
import { profileFieldsPart } from "./profile-fields";
import { domainsPart, linkifiersPart, realmPart } from "./realm";
import {
  callTokensPart,
  draftsPart,
  mutedTopicsPart,
  navigationViewsPart,
  onboardingPart,
  remindersPart,
  scheduledPart,
  snippetsPart,
  userTopicsPart,
} from "./user-data";

/** Features this server lacks, with the empty fields that clients require. */
const emptyFields: Readonly<Record<string, Record<string, unknown>>> = {
  realm_billing: { realm_billing: { has_pending_sponsorship_request: false } },
  realm_embedded_bots: { realm_embedded_bots: [] },
  realm_filters: { realm_filters: [] },
  stop_words: { stop_words: [] },
};

const emptyParts: Readonly<Record<string, StatePart>> = Object.fromEntries(
  Object.entries(emptyFields).map(([name, fields]) => [name, () => fields]),
);

/** Parts of the initial state by the event type with which clients request them. */
export const stateParts: Readonly<Record<string, StatePart>> = {
  ...emptyParts,
  alert_words: alertWordsPart,
  channel_folders: ({ state }) => ({ channel_folders: state.channelFolders.map(encodeChannelFolder) }),
  custom_profile_fields: profileFieldsPart,
  device: devicesPart,
  giphy: ({ server: { gifKeys } }) => ({
    giphy_api_key: gifKeys.giphy,
    tenor_api_key: gifKeys.tenor,
    klipy_api_key: gifKeys.klipy,
  }),
  muted_users: mutedUsersPart,
  presence: presencePart,
  realm_domains: domainsPart,
  realm_emoji: ({ state }) => ({ realm_emoji: encodeRealmEmoji(state) }),
  realm_linkifiers: linkifiersPart,
  realm_playgrounds: ({ state }) => ({ realm_playgrounds: state.playgrounds.map(encodePlayground) }),
  user_status: statusPart,
  default_stream_groups: ({ state, user }) => ({
    realm_default_stream_groups:
      user.role === "guest" ? [] : state.defaultChannelGroups.map(encodeDefaultChannelGroup),
  }),
  default_streams: ({ state, user }) => ({
    realm_default_streams: user.role === "guest" ? [] : [...state.defaultChannels],
  }),
  realm: realmPart,
  realm_bot: botsPart,
  realm_incoming_webhook_bots: integrationsPart,
  realm_user: usersPart,
  realm_user_groups: groupsPart,
  realm_user_settings_defaults: userDefaultsPart,
  user_settings: settingsPart,
  zulip_version: () => versionFields,
};

/** Parts that need messages or user data, by the event type with which clients request them. */
export const messageParts: Readonly<Record<string, MessagePart>> = {
  drafts: draftsPart,
  message: newestMessagePart,
  muted_topics: mutedTopicsPart,
  navigation_views: navigationViewsPart,
  onboarding_steps: onboardingPart,
  recent_private_conversations: directsPart,
  reminders: remindersPart,
  saved_snippets: snippetsPart,
  scheduled_messages: scheduledPart,
  starred_messages: starredPart,
  user_topic: userTopicsPart,
  video_calls: callTokensPart,
  stream: channelsPart,
  subscription: subscriptionsPart,
};
