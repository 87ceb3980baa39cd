import type { Level } from "./conformance";

type Known = readonly (readonly [pattern: RegExp, reason: string])[];

/** Where Parley's answers differ from a level's reference, and why. */
export const knownDifferences: Readonly<Record<Level, Known>> = {
  247: [
    [/^POST \/register: \.realm_default_streams\[\] must be object$/, "level 330: channels by id"],
    [
      /^POST \/register: \.realm_default_stream_groups\[\]\.streams\[\] must be object$/,
      "level 330: channels by id",
    ],
    [
      /^event default_stream_groups: \.default_stream_groups\[\]\.streams\[\] must be object$/,
      "level 330: channels by id",
    ],
    [/^event default_streams: \.default_streams\[\] must be object$/, "level 330: channels by id"],
    [/^event stream update: \.value must/, "properties of later levels: groups, folders, null"],
    [/^GET \/users\/\{user_id_or_email\}\/presence: /, "level 497: two timestamps besides the words"],
    [
      /^POST \/register: \.presences\[\]\.(active|idle)_timestamp must be object$/,
      "the client asked for the slim form",
    ],
    [/\.can_mention_group must be integer$/, "level 301: anonymous groups as well"],
    [/can_remove_subscribers_group must be integer$/, "level 320: anonymous groups as well"],
    [/^event stream delete: \.streams\[\] must have required/, "level 343: only ids"],
  ],
  420: [
    [/^GET \/users\/\{user_id_or_email\}\/presence: /, "level 497: two timestamps besides the words"],
    [
      /^POST \/register: \.reminders\[\] must have required property 'scheduled_message_id'$/,
      "the document means reminders as in GET /reminders, but names another shape",
    ],
  ],
};

export const explained = (level: Level, difference: string): boolean =>
  knownDifferences[level].some(([pattern]) => pattern.test(difference));
