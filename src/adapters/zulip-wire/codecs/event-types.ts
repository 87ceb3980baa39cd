import * as t from "io-ts";
import { type EventCategory, eventCategories } from "../../../domain/events/event";
import { json, mapped, upTo, type WireType } from "./wire-type";

/** Categories of events by their wire types. */
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
  // The event names the provider.
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

/** Far more than there are event types. Every queue stores the list that its client sent. */
const longest = 10_000;
const names = upTo(longest, json(t.array(t.string)));

/** Event types by name. Unknown ones are ignored. */
export const eventTypes: WireType<ReadonlySet<string>> = mapped(names, (types) => new Set(types));

/**
 * Whether a client that asked for these event types gets this one; undefined means all types. Clients that know
 * `user_topic` do not get `muted_topics`.
 */
export const isAskedFor = (askedFor: ReadonlySet<string> | undefined, type: string): boolean =>
  askedFor === undefined || (askedFor.has(type) && !(type === "muted_topics" && askedFor.has("user_topic")));

/** Categories of events for a queue; null for all. Older clients mistake typing in a channel for a direct message. */
export const categoriesFor = (
  askedFor: ReadonlySet<string> | undefined,
  knowsChannelTyping: boolean,
): readonly EventCategory[] | null => {
  const named = askedFor && [
    ...new Set([...askedFor].filter((type) => isAskedFor(askedFor, type)).flatMap(categoriesNamed)),
  ];
  return knowsChannelTyping
    ? (named ?? null)
    : (named ?? eventCategories).filter((category) => category !== "channel_typing");
};

const categoriesNamed = (type: string): readonly EventCategory[] => {
  if (type === "typing") return ["direct_typing", "channel_typing"];
  const category = Object.hasOwn(categories, type) ? categories[type] : undefined;
  return category === undefined ? [] : [category];
};
