import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { fetchStatus } from "../../../../application/users/fetch-status";
import type { StatusInput } from "../../../../application/users/set-status";
import { setStatus } from "../../../../application/users/set-status";
import { type EmojiKind, emojiKinds } from "../../../../domain/emoji/emoji";
import { userId } from "../../../zulip-wire/codecs/named-parameters";
import { type Decoded, optional, required } from "../../../zulip-wire/codecs/parameter";
import { bool, oneOf, text } from "../../../zulip-wire/codecs/wire-type";
import { encodeStatus, reactionTypes } from "../../../zulip-wire/encode/user-status";
import { done, endpoint } from "../../declaration/endpoint";

const params = {
  status_text: optional(text),
  emoji_name: optional(text),
  emoji_code: optional(text),
  reaction_type: optional(oneOf(...Object.values(reactionTypes))),
};

const kindOf = (type: string | undefined): EmojiKind | undefined =>
  emojiKinds.find((kind) => reactionTypes[kind] === type);

const inputOf = (input: Decoded<typeof params>, isAway: boolean | undefined): StatusInput => ({
  text: input.status_text,
  isAway,
  emojiName: input.emoji_name,
  emojiCode: input.emoji_code,
  emojiKind: kindOf(input.reaction_type),
});

const setOwnStatusEndpoint = endpoint({
  method: "post",
  at: "/users/me/status",
  caller: "user",
  forPeopleOnly: true,
  summary: "Set the caller's status",
  path: {},
  params: { ...params, away: optional(bool) },
  response: {},
  use: setStatus,
  run: (setStatus, { caller }, input) => done(setStatus(caller, caller.userId, inputOf(input, input.away))),
});

const setStatusEndpoint = endpoint({
  method: "post",
  at: "/users/{user_id}/status",
  caller: "user",
  forPeopleOnly: true,
  summary: "Set a user's status. Administrators only",
  path: { user_id: required(userId) },
  params,
  response: {},
  use: setStatus,
  run: (setStatus, { caller }, input) => done(setStatus(caller, input.user_id, inputOf(input, undefined))),
});

const fetchStatusEndpoint = endpoint({
  method: "get",
  at: "/users/{user_id}/status",
  caller: "user",
  summary: "Get a user's status",
  path: { user_id: required(userId) },
  params: {},
  response: { status: { type: "object" } },
  use: fetchStatus,
  run: (fetchStatus, { caller }, input) =>
    pipe(
      fetchStatus(caller, input.user_id),
      TE.map((status) => ({ status: encodeStatus(status) ?? {} })),
    ),
});

export const statusEndpoints = [setOwnStatusEndpoint, setStatusEndpoint, fetchStatusEndpoint];
