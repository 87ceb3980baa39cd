import type { ChannelEvent } from "./channel-event";
import type { EmojiEvent } from "./emoji-event";
import type { InvitationEvent } from "./invitation-event";
import type { MessageEvent } from "./message-event";
import type { PeopleEvent } from "./people-event";
import type { PushEvent } from "./push-event";
import type { TopicEvent } from "./topic-event";
import type { UserDataEvent } from "./user-data-event";

/**
 * A change of a realm, in the past tense. A use case decides and appends events; tables, the state in memory
 * and the clients' queues all follow from them, so they cannot disagree.
 */
export type RealmEvent =
  | PeopleEvent
  | ChannelEvent
  | InvitationEvent
  | UserDataEvent
  | TopicEvent
  | EmojiEvent
  | PushEvent
  | MessageEvent;

/** An event at its place in the realm's log. Positions grow by one in commit order. */
export interface LoggedEvent {
  readonly position: number;
  readonly event: RealmEvent;
}

/** Every category that a queue can ask for. */
export const eventCategories = [
  "realm",
  "user_defaults",
  "domains",
  "profile_fields",
  "linkifiers",
  "playgrounds",
  "invitations",
  "user_group",
  "user",
  "bot",
  "user_settings",
  "user_status",
  "alert_words",
  "muted_users",
  "channel",
  "default_channels",
  "default_channel_groups",
  "channel_folder",
  "subscription",
  "message",
  "deleted_messages",
  "message_flags",
  "reaction",
  "submessage",
  "edited_messages",
  "drafts",
  "saved_snippets",
  "scheduled_messages",
  "reminders",
  "navigation_views",
  "onboarding_steps",
  "user_topic",
  "muted_topics",
  "attachment",
  "emoji",
  "call_tokens",
  "device",
  "presence",
  "direct_typing",
  "channel_typing",
  "typing_edit",
  "restart",
  "web_reload",
] as const;
/** What a client subscribes to. */
export type EventCategory = (typeof eventCategories)[number];

/** The parts of an event that shows a limited guest people, or hides them: groups and permissions name people, too. */
const viewCategories = ["user", "user_status", "user_group", "realm", "channel"] as const;

const categories: Readonly<Record<RealmEvent["type"], readonly EventCategory[]>> = {
  realm_created: ["realm"],
  realm_changed: ["realm", "user_defaults"],
  group_created: ["user_group"],
  group_changed: ["user_group"],
  group_members_changed: ["user_group"],
  group_subgroups_changed: ["user_group"],
  user_created: ["user", "user_group", "bot"],
  user_changed: ["user", "bot", "user_settings"],
  user_deactivated: ["user", "bot", "subscription", "user_group", "realm", "channel"],
  user_reactivated: ["user", "bot", "subscription", "user_group", "realm", "channel"],
  role_changed: ["user", "user_group", "bot", "default_channels", "default_channel_groups"],
  people_revealed: viewCategories,
  people_hidden: viewCategories,
  bot_changed: ["user", "bot"],
  profile_values_changed: ["user"],
  user_settings_changed: ["user_settings", "user"],
  user_status_changed: ["user_status"],
  secrets_changed: [],
  alert_words_set: ["alert_words"],
  muted_users_set: ["muted_users"],
  profile_fields_set: ["profile_fields"],
  linkifiers_set: ["linkifiers"],
  playgrounds_set: ["playgrounds"],
  domain_added: ["domains"],
  domain_changed: ["domains"],
  domain_removed: ["domains"],
  invitations_made: ["invitations"],
  invitation_mailed: [],
  invitations_closed: ["invitations"],
  channel_created: ["channel"],
  channel_revealed: ["channel"],
  channel_hidden: ["channel"],
  channel_changed: ["channel", "subscription"],
  default_channels_set: ["default_channels"],
  default_channel_groups_set: ["default_channel_groups"],
  channel_folders_set: ["channel_folder"],
  subscriptions_changed: ["subscription"],
  subscribed: ["subscription", ...viewCategories],
  unsubscribed: ["subscription", "message_flags", ...viewCategories],
  drafts_added: ["drafts"],
  draft_changed: ["drafts"],
  draft_removed: ["drafts"],
  snippet_added: ["saved_snippets"],
  snippet_changed: ["saved_snippets"],
  snippet_removed: ["saved_snippets"],
  scheduled_set: ["scheduled_messages"],
  scheduled_removed: ["scheduled_messages"],
  reminder_added: ["reminders"],
  reminder_removed: ["reminders"],
  navigation_view_added: ["navigation_views"],
  navigation_view_changed: ["navigation_views"],
  navigation_view_removed: ["navigation_views"],
  onboarding_step_seen: ["onboarding_steps"],
  topic_policy_set: ["user_topic", "muted_topics"],
  topic_policies_carried: ["user_topic", "muted_topics"],
  attachment_added: ["attachment"],
  attachment_sharing_changed: ["attachment"],
  attachment_removed: ["attachment"],
  emoji_added: ["emoji"],
  emoji_deactivated: ["emoji"],
  call_token_changed: ["call_tokens"],
  client_device_added: ["device"],
  client_device_changed: ["device"],
  client_device_removed: ["device"],
  push_token_added: [],
  push_token_introduced: [],
  push_token_removed: [],
  message_sent: ["message"],
  messages_deleted: ["deleted_messages", "channel"],
  messages_restored: [],
  reaction_changed: ["reaction"],
  submessage_added: ["submessage"],
  message_edited: ["edited_messages"],
  message_rendered: ["edited_messages"],
  messages_moved: ["edited_messages", "deleted_messages", "message_flags"],
  message_flags_changed: ["message_flags"],
};

/** The categories that an event belongs to: a queue accepts it if it asked for any of them. */
export const categoriesOf = (event: RealmEvent): readonly EventCategory[] => categories[event.type];
