import { type EventCategory, eventCategories } from "../../../domain/event";

/** The wire's event types that there are events for. */
const categories: Readonly<Record<string, EventCategory>> = {
  realm: "realm",
  realm_user_settings_defaults: "user_defaults",
  realm_domains: "domains",
  invites_changed: "invitations",
  custom_profile_fields: "profile_fields",
  realm_linkifiers: "linkifiers",
  realm_playgrounds: "playgrounds",
  user_group: "user_group",
  realm_user: "user",
  realm_bot: "bot",
  user_settings: "user_settings",
  user_status: "user_status",
  alert_words: "alert_words",
  muted_users: "muted_users",
  presence: "presence",
  typing_edit_message: "typing_edit",
  drafts: "drafts",
  saved_snippets: "saved_snippets",
  scheduled_messages: "scheduled_messages",
  reminders: "reminders",
  navigation_view: "navigation_views",
  onboarding_steps: "onboarding_steps",
  user_topic: "user_topic",
  muted_topics: "muted_topics",
  attachment: "attachment",
  realm_emoji: "emoji",
  has_zoom_token: "call_tokens",
  has_webex_token: "call_tokens",
  // Whichever provider it is: its name is in the event.
  has_provider_token: "call_tokens",
  device: "device",
  delete_message: "deleted_messages",
  stream: "channel",
  default_streams: "default_channels",
  default_stream_groups: "default_channel_groups",
  subscription: "subscription",
  channel_folder: "channel_folder",
  message: "message",
  reaction: "reaction",
  submessage: "submessage",
  update_message: "edited_messages",
  update_message_flags: "message_flags",
  restart: "restart",
  web_reload_client: "web_reload",
};

/**
 * Whether a client that names these types is to have this one; undefined names all. Muted topics by themselves are for
 * clients that don't know of topics' other policies.
 */
export const isAskedFor = (eventTypes: readonly string[] | undefined, type: string): boolean =>
  eventTypes === undefined ||
  (eventTypes.includes(type) && !(type === "muted_topics" && eventTypes.includes("user_topic")));

/** What a queue is to hold; null for everything. Older clients take typing in a channel for a direct message. */
export const wantedCategories = (
  eventTypes: readonly string[] | undefined,
  knowsChannelTyping: boolean,
): readonly EventCategory[] | null => {
  const named = eventTypes
    ?.filter((type) => isAskedFor(eventTypes, type))
    .flatMap((type): readonly EventCategory[] =>
      type === "typing" ? ["direct_typing", "channel_typing"] : [categories[type] ?? []].flat(),
    );
  return knowsChannelTyping
    ? (named ?? null)
    : (named ?? eventCategories).filter((category) => category !== "channel_typing");
};
