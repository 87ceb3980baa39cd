import { encodeChannelFolder } from "../encode/channel-folder";
import { encodePlayground } from "../encode/playground";
import { versionFields } from "../version";
import { channelsPart, subscriptionsPart } from "./channels";
import type { MessagePart, StatePart } from "./context";
import { devicesPart } from "./devices";
import { directsPart, newestMessagePart, starredPart, unreadPart } from "./messages";
import {
  alertWordsPart,
  botsPart,
  groupsPart,
  mutedUsersPart,
  settingsPart,
  statusPart,
  userDefaultsPart,
  usersPart,
} from "./people";
import { draftsPart, mutedTopicsPart, scheduledPart, snippetsPart, userTopicsPart } from "./personal";
import { presencePart } from "./presence";
import { profileFieldsPart } from "./profile-fields";
import { domainsPart, linkifiersPart, realmPart } from "./realm";

/** What there is none of yet: the lists that clients require are empty. */
const none: Readonly<Record<string, Record<string, unknown>>> = {
  default_stream_groups: { realm_default_stream_groups: [] },
  giphy: { giphy_api_key: "", tenor_api_key: "", klipy_api_key: "" },
  navigation_views: { navigation_views: [] },
  onboarding_steps: { onboarding_steps: [], navigation_tour_video_url: null },
  realm_billing: { realm_billing: { has_pending_sponsorship_request: false } },
  realm_embedded_bots: { realm_embedded_bots: [] },
  realm_emoji: { realm_emoji: {} },
  realm_filters: { realm_filters: [] },
  realm_incoming_webhook_bots: { realm_incoming_webhook_bots: [] },
  reminders: { reminders: [] },
  stop_words: { stop_words: [] },
  video_calls: { has_zoom_token: false, has_webex_token: false, has_provider_token: false },
};

const emptyParts: Readonly<Record<string, StatePart>> = Object.fromEntries(
  Object.entries(none).map(([name, fields]) => [name, () => fields]),
);

/** The parts of the initial state by the event type that a client asks for them with. */
export const stateParts: Readonly<Record<string, StatePart>> = {
  ...emptyParts,
  alert_words: alertWordsPart,
  channel_folders: ({ state }) => ({ channel_folders: state.channelFolders.map(encodeChannelFolder) }),
  custom_profile_fields: profileFieldsPart,
  device: devicesPart,
  muted_users: mutedUsersPart,
  presence: presencePart,
  realm_domains: domainsPart,
  realm_linkifiers: linkifiersPart,
  realm_playgrounds: ({ state }) => ({ realm_playgrounds: state.playgrounds.map(encodePlayground) }),
  user_status: statusPart,
  default_streams: ({ state }) => ({ realm_default_streams: [...state.defaultChannels] }),
  realm: realmPart,
  realm_bot: botsPart,
  realm_user: usersPart,
  realm_user_groups: groupsPart,
  realm_user_settings_defaults: userDefaultsPart,
  user_settings: settingsPart,
  zulip_version: () => versionFields,
};

export const messageParts: Readonly<Record<string, MessagePart>> = {
  drafts: draftsPart,
  message: newestMessagePart,
  muted_topics: mutedTopicsPart,
  recent_private_conversations: directsPart,
  saved_snippets: snippetsPart,
  scheduled_messages: scheduledPart,
  starred_messages: starredPart,
  user_topic: userTopicsPart,
  stream: channelsPart,
  subscription: subscriptionsPart,
};

/** Needs both types, because clients keep it up to date from both. */
export const unreadTypes = ["message", "update_message_flags"] as const;
export { unreadPart };
