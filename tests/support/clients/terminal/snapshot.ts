import * as t from "io-ts";
import { ids, maybe } from "../codecs";
import { emojiByCode, presences, subscription, user } from "./model";

/** How the terminal registers: `Model._register_desired_events`. */
export const registration = {
  event_types: [
    "message",
    "update_message",
    "reaction",
    "submessage",
    "subscription",
    "typing",
    "update_message_flags",
    "user_settings",
    "realm_emoji",
    "realm_user",
  ],
  fetch_event_types: [
    "realm",
    "presence",
    "subscription",
    "message",
    "starred_messages",
    "update_message_flags",
    "muted_topics",
    "realm_user",
    "realm_user_groups",
    "user_settings",
    "realm_emoji",
    "custom_profile_fields",
    "zulip_version",
  ],
  narrow: [],
  client_gravatar: true,
  apply_markdown: true,
  include_subscribers: true,
};

const mutedTopic = t.tuple([t.string, t.string, t.Int]);

/** What it requires of the response: `Model.__init__` and what that calls. */
export const snapshot = t.type({
  queue_id: t.string,
  last_event_id: t.Int,
  max_message_id: t.Int,
  zulip_version: t.string,
  zulip_feature_level: t.Int,
  user_id: t.Int,
  email: t.string,
  full_name: t.string,
  realm_name: t.string,
  realm_users: t.array(user),
  cross_realm_bots: t.array(t.type({ user_id: t.Int, email: t.string, full_name: t.string })),
  presences,
  subscriptions: t.array(subscription),
  realm_message_retention_days: maybe(t.Int),
  muted_topics: t.array(mutedTopic),
  realm_user_groups: t.array(t.type({ id: t.Int, name: t.string })),
  unread_msgs: t.type({
    mentions: ids,
    pms: t.array(t.type({ sender_id: t.Int, unread_message_ids: ids })),
    streams: t.array(t.type({ stream_id: t.Int, topic: t.string, unread_message_ids: ids })),
    huddles: t.array(t.type({ user_ids_string: t.string, unread_message_ids: ids })),
  }),
  starred_messages: ids,
  realm_emoji: emojiByCode,
  user_settings: t.type({
    send_private_typing_notifications: t.boolean,
    twenty_four_hour_time: t.boolean,
    pm_content_in_desktop_notifications: t.boolean,
  }),
  custom_profile_fields: t.array(
    t.type({ id: t.Int, name: t.string, type: t.Int, field_data: t.string, order: t.Int }),
  ),
  max_stream_name_length: t.Int,
  max_topic_length: t.Int,
  max_message_length: t.Int,
  server_typing_started_wait_period_milliseconds: t.Int,
  server_typing_stopped_wait_period_milliseconds: t.Int,
  server_typing_started_expiry_period_milliseconds: t.Int,
  server_presence_offline_threshold_seconds: t.Int,
  server_presence_ping_interval_seconds: t.Int,
  realm_allow_message_editing: t.boolean,
  realm_allow_edit_history: t.boolean,
  realm_message_content_edit_limit_seconds: maybe(t.Int),
});
