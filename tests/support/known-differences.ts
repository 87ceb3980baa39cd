import type { Level } from "./conformance";

type Known = readonly (readonly [pattern: RegExp, reason: string])[];

/** Where Parley answers otherwise than the reference of a level says, and why. */
export const knownDifferences: Readonly<Record<Level, Known>> = {
  247: [
    [/^POST \/register: \.realm_default_streams\[\] must be object$/, "level 330: channels by their ids"],
    [
      /^POST \/register: \.realm_default_stream_groups\[\]\.streams\[\] must be object$/,
      "level 330: channels by their ids",
    ],
    [
      /^event default_stream_groups: \.default_stream_groups\[\]\.streams\[\] must be object$/,
      "level 330: channels by their ids",
    ],
    [/^event default_streams: \.default_streams\[\] must be object$/, "level 330: channels by their ids"],
    [/^event stream update: \.value must/, "properties of later levels: groups, folders, null"],
    [/^GET \/users\/\{user_id_or_email\}\/presence: /, "level 497: two times beside the words"],
    [
      /^POST \/register: \.presences\[\]\.(active|idle)_timestamp must be object$/,
      "asked for in the slim form",
    ],
    [/\.can_mention_group must be integer$/, "level 301: users and groups by name as well"],
    [/can_remove_subscribers_group must be integer$/, "level 320: people and groups by their ids too"],
    [/^event stream delete: \.streams\[\] must have required/, "level 343: ids alone"],
  ],
  420: [
    [/^GET \/users\/\{user_id_or_email\}\/presence: /, "level 497: two times beside the words"],
    [
      /^POST \/register: \.reminders\[\] must have required property 'scheduled_message_id'$/,
      "the document means reminders, as GET /reminders has them, and names another shape",
    ],
  ],
};

export const explained = (level: Level, difference: string): boolean =>
  knownDifferences[level].some(([pattern]) => pattern.test(difference));
