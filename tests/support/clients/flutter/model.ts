import * as t from "io-ts";
import { colour, idKey, ids, maybe, number, texts, word } from "../codecs";

/** What the mobile app requires of the things that it shows: zulip-flutter's `lib/api/model/model.dart`. */

const groupSetting = t.union([t.Int, t.type({ direct_members: ids, direct_subgroups: ids })]);

export const profileField = t.type({
  id: t.Int,
  type: t.Int,
  order: t.Int,
  name: t.string,
  hint: t.string,
  field_data: t.string,
  display_in_profile_summary: maybe(t.boolean),
});

export const emoji = t.type({
  id: t.string,
  name: t.string,
  source_url: t.string,
  deactivated: t.boolean,
  still_url: maybe(t.string),
  author_id: maybe(t.Int),
});

export const device = t.type({
  push_key_id: maybe(t.Int),
  push_token_id: maybe(t.string),
  pending_push_token_id: maybe(t.string),
  push_token_last_updated_timestamp: maybe(t.Int),
  push_registration_error_code: maybe(t.string),
});

export const userGroup = t.type({
  id: t.Int,
  members: ids,
  direct_subgroup_ids: ids,
  name: t.string,
  description: t.string,
  is_system_group: t.boolean,
  deactivated: maybe(t.boolean),
});

export const user = t.type({
  user_id: t.Int,
  email: t.string,
  full_name: t.string,
  date_joined: t.string,
  is_bot: t.boolean,
  role: t.Int,
  timezone: t.string,
  avatar_version: t.Int,
  delivery_email: maybe(t.string),
  avatar_url: maybe(t.string),
  is_system_bot: maybe(t.boolean),
  bot_type: maybe(t.Int),
  bot_owner_id: maybe(t.Int),
  profile_data: maybe(t.record(idKey, t.type({ value: t.string, rendered_value: maybe(t.string) }))),
});

/** In a registration, the list they are in says whether they are active. */
export const activeUser = t.intersection([user, t.type({ is_active: t.boolean })]);

export const presence = t.type({ active_timestamp: t.Int, idle_timestamp: t.Int });

export const snippet = t.type({ id: t.Int, title: t.string, content: t.string, date_created: t.Int });

export const channelValues = {
  name: t.string,
  is_archived: t.boolean,
  description: t.string,
  first_message_id: maybe(t.Int),
  invite_only: t.boolean,
  message_retention_days: maybe(t.Int),
  topics_policy: t.string,
  stream_post_policy: number(1, 2, 3, 4),
  folder_id: maybe(t.Int),
  can_add_subscribers_group: groupSetting,
  can_delete_any_message_group: groupSetting,
  can_delete_own_message_group: groupSetting,
  can_send_message_group: groupSetting,
  can_subscribe_group: groupSetting,
  is_recently_active: t.boolean,
  stream_weekly_traffic: maybe(t.Int),
};

export const channel = t.type({
  ...channelValues,
  stream_id: t.Int,
  rendered_description: t.string,
  date_created: t.Int,
  is_web_public: t.boolean,
  history_public_to_subscribers: t.boolean,
});

export const subscriptionValues = {
  color: colour,
  is_muted: t.boolean,
  pin_to_top: t.boolean,
  desktop_notifications: t.boolean,
  audible_notifications: t.boolean,
  push_notifications: t.boolean,
  email_notifications: t.boolean,
  wildcard_mentions_notify: t.boolean,
};

export const subscription = t.intersection([
  channel,
  t.type({
    color: colour,
    is_muted: t.boolean,
    pin_to_top: t.boolean,
    desktop_notifications: maybe(t.boolean),
    audible_notifications: maybe(t.boolean),
    push_notifications: maybe(t.boolean),
    email_notifications: maybe(t.boolean),
    wildcard_mentions_notify: maybe(t.boolean),
  }),
]);

export const folder = t.type({
  id: t.Int,
  name: t.string,
  description: t.string,
  rendered_description: t.string,
  is_archived: t.boolean,
  order: maybe(t.Int),
  date_created: maybe(t.Int),
  creator_id: maybe(t.Int),
});

export const reactionFields = {
  emoji_name: t.string,
  emoji_code: t.string,
  user_id: t.Int,
  reaction_type: word("unicode_emoji", "realm_emoji", "zulip_extra_emoji"),
};

/** A change of the text, the channel or the topic; an older topic never stands alone. */
const edit = t.union([
  t.type({ prev_content: t.string }),
  t.type({ prev_stream: t.Int }),
  t.type({ prev_topic: t.string, topic: t.string }),
]);

const messageFields = {
  id: t.Int,
  client: t.string,
  content: t.string,
  content_type: t.string,
  is_me_message: t.boolean,
  sender_id: t.Int,
  sender_email: t.string,
  sender_full_name: t.string,
  sender_realm_str: t.string,
  timestamp: t.Int,
  last_edit_timestamp: maybe(t.Int),
  edit_history: maybe(t.array(edit)),
  reactions: t.array(t.type(reactionFields)),
  submessages: maybe(t.array(t.type({ sender_id: t.Int, msg_type: t.string, content: t.string }))),
  match_content: maybe(t.string),
  match_subject: maybe(t.string),
};

/** A message without its flags. */
export const message = t.intersection([
  t.type(messageFields),
  t.union([
    t.type({ type: t.literal("stream"), stream_id: t.Int, subject: t.string, display_recipient: t.string }),
    t.type({ type: t.literal("private"), display_recipient: t.array(t.type({ id: t.Int })) }),
  ]),
]);

export const flaggedMessage = t.intersection([message, t.type({ flags: texts })]);

/** Flags that the app knows; on an edited message it accepts no others. */
export const flag = word(
  "read",
  "starred",
  "collapsed",
  "mentioned",
  "topic_wildcard_mentioned",
  "stream_wildcard_mentioned",
  "wildcard_mentioned",
  "has_alert_word",
  "historical",
);

export const statusFields = {
  status_text: maybe(t.string),
  emoji_name: maybe(t.string),
  emoji_code: maybe(t.string),
  reaction_type: maybe(word("", "unicode_emoji", "realm_emoji", "zulip_extra_emoji")),
};

export const settingValues = {
  twenty_four_hour_time: maybe(t.boolean),
  starred_message_counts: t.boolean,
  emojiset: t.string,
  display_emoji_reaction_users: t.boolean,
  presence_enabled: t.boolean,
  web_inbox_show_channel_folders: t.boolean,
};
