import * as t from "io-ts";
import { idKey, ids, maybe, number, texts } from "../codecs";

/** What zulip-terminal requires of the things that it shows: its `api_types.py`, `model.py` and `ui_tools`. */

/** It takes any value there for a user, even null. */
const somebody = t.union([t.undefined, t.UnknownRecord]);

export const reactionFields = {
  emoji_name: t.string,
  emoji_code: t.string,
  reaction_type: t.string,
  user_id: t.Int,
};

export const submessageFields = { msg_type: t.string, content: t.string, sender_id: t.Int };

const person = t.type({ id: t.Int, email: t.string, full_name: t.string });

/** A message without its flags. */
export const message = t.intersection([
  t.type({
    id: t.Int,
    sender_id: t.Int,
    sender_email: t.string,
    sender_full_name: t.string,
    content: t.string,
    timestamp: t.Int,
    is_me_message: t.boolean,
    last_edit_timestamp: maybe(t.Int),
    topic_links: t.array(t.type({ url: t.string, text: t.string })),
    reactions: t.array(t.type({ ...reactionFields, user: somebody })),
    submessages: t.array(t.type(submessageFields)),
  }),
  t.union([
    t.type({ type: t.literal("stream"), stream_id: t.Int, subject: t.string, display_recipient: t.string }),
    t.type({ type: t.literal("private"), display_recipient: t.array(person) }),
  ]),
]);

export const flaggedMessage = t.intersection([message, t.type({ flags: texts })]);

const account = { user_id: t.Int, full_name: t.string, email: t.string, date_joined: t.string };

export const user = t.intersection([
  t.type({ ...account, timezone: t.string, role: number(100, 200, 300, 400, 600) }),
  t.union([
    t.type({ is_bot: t.literal(true), bot_type: t.Int, bot_owner_id: maybe(t.Int) }),
    t.type({ is_bot: t.literal(false), profile_data: t.record(idKey, t.type({ value: t.string })) }),
  ]),
]);

export const subscription = t.type({
  stream_id: t.Int,
  name: t.string,
  description: t.string,
  rendered_description: t.string,
  date_created: t.Int,
  invite_only: t.boolean,
  is_web_public: t.boolean,
  subscribers: ids,
  color: t.string,
  pin_to_top: t.boolean,
  is_muted: t.boolean,
  desktop_notifications: maybe(t.boolean),
  message_retention_days: maybe(t.Int),
  history_public_to_subscribers: t.boolean,
  stream_post_policy: number(1, 2, 3, 4),
  stream_weekly_traffic: maybe(t.Int),
});

/** By address, then by client: it reads presence from the newest. */
export const presences = t.record(
  t.string,
  t.intersection([
    t.type({ aggregated: t.type({ timestamp: t.Int }) }),
    t.record(t.string, t.type({ status: t.string, timestamp: t.Int })),
  ]),
);

export const emojiByCode = t.record(t.string, t.type({ name: t.string, deactivated: t.boolean }));
