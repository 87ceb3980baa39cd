import * as t from "io-ts";
import { idKey, ids, maybe, number, texts } from "../codecs";
import {
  activeUser,
  channel,
  device,
  emoji,
  folder,
  presence,
  profileField,
  settingValues,
  snippet,
  statusFields,
  subscription,
  user,
  userGroup,
} from "./model";

/** How the app registers: `lib/api/route/events.dart`. */
export const registration = {
  idle_queue_timeout: "mobile",
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_settings_object: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
};

const unread = t.type({
  count: t.Int,
  mentions: ids,
  old_unreads_missing: t.boolean,
  pms: t.array(t.type({ other_user_id: t.Int, unread_message_ids: ids })),
  streams: t.array(t.type({ topic: t.string, stream_id: t.Int, unread_message_ids: ids })),
  huddles: t.array(t.type({ user_ids_string: t.string, unread_message_ids: ids })),
});

const groupSetting = t.union([t.Int, t.type({ direct_members: ids, direct_subgroups: ids })]);

/** What the app requires of the response: `lib/api/model/initial_snapshot.dart`. */
export const snapshot = t.type({
  queue_id: maybe(t.string),
  last_event_id: t.Int,
  zulip_feature_level: t.Int,
  zulip_version: t.string,
  zulip_merge_base: t.string,
  alert_words: texts,
  custom_profile_fields: t.array(profileField),
  max_stream_name_length: t.Int,
  max_topic_length: t.Int,
  server_presence_ping_interval_seconds: t.Int,
  server_presence_offline_threshold_seconds: t.Int,
  server_typing_started_expiry_period_milliseconds: maybe(t.Int),
  server_typing_stopped_wait_period_milliseconds: maybe(t.Int),
  server_typing_started_wait_period_milliseconds: maybe(t.Int),
  muted_users: t.array(t.type({ id: t.Int })),
  presences: t.record(idKey, presence),
  realm_emoji: t.record(t.string, emoji),
  realm_user_groups: t.array(userGroup),
  recent_private_conversations: t.array(t.type({ max_message_id: t.Int, user_ids: ids })),
  saved_snippets: maybe(t.array(snippet)),
  subscriptions: t.array(subscription),
  channel_folders: maybe(t.array(folder)),
  unread_msgs: unread,
  starred_messages: ids,
  streams: t.array(channel),
  user_status: t.record(idKey, t.type(statusFields)),
  user_settings: t.type(settingValues),
  user_topics: t.array(
    t.type({ stream_id: t.Int, topic_name: t.string, last_updated: t.Int, visibility_policy: t.Int }),
  ),
  devices: maybe(t.record(idKey, device)),
  realm_can_delete_any_message_group: maybe(groupSetting),
  realm_can_delete_own_message_group: maybe(groupSetting),
  realm_delete_own_message_policy: maybe(number(1, 2, 3, 4, 5)),
  realm_wildcard_mention_policy: number(1, 2, 3, 5, 6, 7),
  realm_topics_policy: maybe(t.string),
  realm_mandatory_topics: maybe(t.boolean),
  realm_name: t.string,
  realm_waiting_period_threshold: t.Int,
  realm_message_content_delete_limit_seconds: maybe(t.Int),
  realm_allow_message_editing: t.boolean,
  realm_message_content_edit_limit_seconds: maybe(t.Int),
  realm_enable_read_receipts: t.boolean,
  realm_icon_url: t.string,
  realm_presence_disabled: t.boolean,
  realm_default_external_accounts: t.record(
    t.string,
    t.type({ name: t.string, text: t.string, hint: t.string, url_pattern: t.string }),
  ),
  max_file_upload_size_mib: t.Int,
  server_thumbnail_formats: maybe(
    t.array(
      t.type({
        name: t.string,
        max_width: t.Int,
        max_height: t.Int,
        animated: t.boolean,
        format: t.string,
      }),
    ),
  ),
  server_emoji_data_url: t.string,
  event_queue_longpoll_timeout_seconds: t.Int,
  realm_moderation_request_channel_id: maybe(t.Int),
  realm_empty_topic_display_name: maybe(t.string),
  realm_users: t.array(activeUser),
  realm_non_active_users: t.array(user),
  cross_realm_bots: t.array(user),
  server_report_message_types: maybe(t.array(t.type({ key: t.string, name: t.string }))),
});
