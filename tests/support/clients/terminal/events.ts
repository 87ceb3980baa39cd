import * as t from "io-ts";
import { ids, maybe, texts, word } from "../codecs";
import { emojiByCode, message, reactionFields, submessageFields } from "./model";

/** What the terminal requires of each event that it reads: the `_handle_*_event` methods of its model. */

const event = <P extends t.Props>(fields: P) => t.intersection([t.type({ id: t.Int }), t.type(fields)]);

const property = event({ property: t.string, value: t.unknown });
const peers = event({ stream_ids: ids, user_ids: ids });
const typing = event({ sender: t.type({ user_id: t.Int, email: t.string }) });
const flags = event({ messages: ids, flag: t.string, all: t.boolean });

/** It looks up the user first, and crashes if there is none. */
const reaction = event({ ...reactionFields, message_id: t.Int, user: t.type({ user_id: t.Int }) });

const edited = t.type({ rendered_content: t.string, is_me_message: t.boolean });
const movedToTopic = t.type({
  subject: t.string,
  orig_subject: t.string,
  stream_id: t.Int,
  message_ids: ids,
  propagate_mode: word("change_one", "change_later", "change_all"),
});
const neither = t.type({ rendered_content: t.undefined, subject: t.undefined });

/** By their type and `op`, if they have one. */
export const events: Readonly<Record<string, t.Mixed>> = {
  message: event({ message, flags: texts }),
  update_message: t.intersection([event({ message_id: t.Int }), t.union([edited, movedToTopic, neither])]),
  "reaction add": reaction,
  "reaction remove": reaction,
  submessage: event({ ...submessageFields, message_id: t.Int, submessage_id: t.Int }),
  "subscription update": t.intersection([property, t.type({ stream_id: t.Int })]),
  "subscription peer_add": peers,
  "subscription peer_remove": peers,
  "typing start": typing,
  "typing stop": typing,
  "update_message_flags add": flags,
  "update_message_flags remove": flags,
  "user_settings update": property,
  "realm_emoji update": event({ realm_emoji: emojiByCode }),
  "realm_user update": event({
    person: t.type({
      user_id: t.Int,
      full_name: maybe(t.string),
      new_email: maybe(t.string),
      role: maybe(t.Int),
      custom_profile_field: maybe(t.type({ id: t.Int, value: maybe(t.string) })),
    }),
  }),
};
