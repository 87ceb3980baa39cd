import * as t from "io-ts";
import { idKey, ids, maybe, number, texts, word } from "../codecs";
import {
  activeUser,
  channel,
  channelValues,
  device,
  emoji,
  flag,
  folder,
  message,
  profileField,
  reactionFields,
  settingValues,
  snippet,
  statusFields,
  subscription,
  subscriptionValues,
  userGroup,
} from "./model";

/** What the app requires of each event that it reads: `lib/api/model/events.dart`. */

const event = <P extends t.Props>(fields: P) => t.intersection([t.type({ id: t.Int }), t.type(fields)]);

/** A change of one property, each with its type; the app ignores unknown ones. */
const change = (values: Readonly<Record<string, t.Mixed>>, fields: t.Props = {}): t.Mixed =>
  new t.Type<unknown>(
    "Change",
    t.unknown.is,
    (given, context) => {
      const { property } = given as { readonly property: string };
      const value = Object.hasOwn(values, property) ? values[property] : undefined;
      return event({ ...fields, property: t.string, value: value ?? t.unknown }).validate(given, context);
    },
    t.identity,
  );

/** Channel messages have a place, direct ones have participants. */
const placed = (type: string, people: t.Props) =>
  t.union([
    t.type({ [type]: t.literal("stream"), stream_id: t.Int, topic: t.string }),
    t.type({ [type]: word("private", "direct"), ...people }),
  ]);

const move = t.type({
  stream_id: t.Int,
  orig_subject: t.string,
  new_stream_id: maybe(t.Int),
  subject: maybe(t.string),
  propagate_mode: word("change_one", "change_later", "change_all"),
});

const unmoved = t.type({ new_stream_id: t.undefined, subject: t.undefined, propagate_mode: t.undefined });

const typing = t.intersection([
  event({ op: word("start", "stop"), sender: t.type({ user_id: t.Int }) }),
  placed("message_type", { recipients: t.array(t.type({ user_id: t.Int })) }),
]);

const person = t.type({
  user_id: t.Int,
  full_name: maybe(t.string),
  avatar_url: maybe(t.string),
  avatar_version: maybe(t.Int),
  timezone: maybe(t.string),
  bot_owner_id: maybe(t.Int),
  role: maybe(t.Int),
  delivery_email: maybe(t.string),
  new_email: maybe(t.string),
  is_active: maybe(t.boolean),
  custom_profile_field: maybe(t.type({ id: t.Int, value: maybe(t.string), rendered_value: maybe(t.string) })),
});

const peers = event({ stream_ids: ids, user_ids: ids });
const groupMembers = event({ group_id: t.Int, user_ids: ids });
const subgroups = event({ group_id: t.Int, direct_subgroup_ids: ids });
const snippetEvent = event({ saved_snippet: snippet });
const reaction = event({ message_id: t.Int, ...reactionFields });

/** By their type and `op`, if they have one. */
export const events: Readonly<Record<string, t.Mixed>> = {
  "realm_emoji add": event({ emoji }),
  "realm_emoji update_one": event({ emoji_id: t.string, data: t.type({ deactivated: maybe(t.boolean) }) }),
  alert_words: event({ alert_words: texts }),
  "user_settings update": change(settingValues),
  "device add": event({ device_id: t.Int }),
  "device update": t.intersection([event({ device_id: t.Int }), device]),
  "device remove": event({ device_id: t.Int }),
  custom_profile_fields: event({ fields: t.array(profileField) }),
  "user_group add": event({ group: userGroup }),
  "user_group update": event({
    group_id: t.Int,
    data: t.type({
      name: maybe(t.string),
      description: maybe(t.string),
      deactivated: maybe(t.boolean),
    }),
  }),
  "user_group add_members": groupMembers,
  "user_group remove_members": groupMembers,
  "user_group add_subgroups": subgroups,
  "user_group remove_subgroups": subgroups,
  "realm_user add": event({ person: activeUser }),
  "realm_user update": event({ person }),
  "realm_user remove": event({ person: t.type({ user_id: t.Int }) }),
  "saved_snippets add": snippetEvent,
  "saved_snippets update": snippetEvent,
  "saved_snippets remove": event({ saved_snippet_id: t.Int }),
  "stream create": event({ streams: t.array(channel) }),
  "stream update": change(channelValues, {
    stream_id: t.Int,
    name: t.string,
    rendered_description: maybe(t.string),
    history_public_to_subscribers: maybe(t.boolean),
    is_web_public: maybe(t.boolean),
  }),
  "stream delete": event({ stream_ids: ids }),
  "subscription add": event({ subscriptions: t.array(subscription) }),
  "subscription update": change(subscriptionValues, { stream_id: t.Int }),
  "subscription remove": event({ subscriptions: t.array(t.type({ stream_id: t.Int })) }),
  "subscription peer_add": peers,
  "subscription peer_remove": peers,
  "channel_folder add": event({ channel_folder: folder }),
  "channel_folder update": event({
    channel_folder_id: t.Int,
    data: t.type({
      name: maybe(t.string),
      description: maybe(t.string),
      rendered_description: maybe(t.string),
      is_archived: maybe(t.boolean),
    }),
  }),
  "channel_folder reorder": event({ order: ids }),
  user_status: event({ user_id: t.Int, ...statusFields }),
  user_topic: event({
    stream_id: t.Int,
    topic_name: t.string,
    last_updated: t.Int,
    visibility_policy: number(0, 1, 2, 3),
  }),
  muted_users: event({ muted_users: t.array(t.type({ id: t.Int })) }),
  message: event({ message, flags: texts, local_message_id: maybe(t.string) }),
  update_message: t.intersection([
    event({
      user_id: maybe(t.Int),
      rendering_only: t.boolean,
      message_id: t.Int,
      message_ids: ids,
      flags: t.array(flag),
      edit_timestamp: t.Int,
      is_me_message: maybe(t.boolean),
      orig_content: maybe(t.string),
      orig_rendered_content: maybe(t.string),
      content: maybe(t.string),
      rendered_content: maybe(t.string),
    }),
    t.union([move, unmoved]),
  ]),
  delete_message: t.intersection([event({ message_ids: ids }), placed("message_type", {})]),
  "update_message_flags add": event({ flag: t.string, messages: ids, all: t.boolean }),
  "update_message_flags remove": t.intersection([
    event({ messages: ids }),
    t.union([
      t.type({
        flag: t.literal("read"),
        message_details: t.record(
          idKey,
          t.intersection([t.type({ mentioned: maybe(t.boolean) }), placed("type", { user_ids: ids })]),
        ),
      }),
      t.type({ flag: word("starred", "collapsed") }),
    ]),
  ]),
  submessage: event({
    msg_type: t.string,
    content: t.string,
    message_id: t.Int,
    sender_id: t.Int,
    submessage_id: t.Int,
  }),
  "typing start": typing,
  "typing stop": typing,
  presence: event({
    user_id: t.Int,
    server_timestamp: t.number,
    presence: t.record(
      t.string,
      t.type({
        client: t.string,
        status: word("active", "idle"),
        timestamp: t.Int,
        pushable: t.boolean,
      }),
    ),
  }),
  "reaction add": reaction,
  "reaction remove": reaction,
  heartbeat: event({}),
};
