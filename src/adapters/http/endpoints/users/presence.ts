import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { fetchPresence } from "../../../../application/presence/fetch-presence";
import { listPresence } from "../../../../application/presence/list-presence";
import { reportPresence } from "../../../../application/presence/report-presence";
import type { Presence } from "../../../../domain/presence/presence";
import { userAddress, userId } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { bool, count, int, text } from "../../../zulip-wire/codecs/wire-type";
import { encodePresences, encodeSinglePresence, encodeUpdateId } from "../../../zulip-wire/encode/presence";
import { done, endpoint } from "../../declaration/endpoint";
import type { SignedInContext } from "../../declaration/request-context";

const presences = { type: "object", additionalProperties: { type: "object" } };

/** Clients that have no answer yet send -1. */
const decodeUpdateId = (updateId: number | undefined): number | undefined =>
  updateId === undefined || updateId < 0 ? undefined : updateId;

const reportPresenceEndpoint = endpoint({
  method: "post",
  at: "/users/me/presence",
  caller: "user",
  forPeopleOnly: true,
  summary: "Report the caller's presence and get that of others",
  path: {},
  params: {
    status: required(text),
    ping_only: withDefault(bool, false),
    // Has no effect: it serves statistics that this server doesn't keep.
    new_user_input: withDefault(bool, false),
    slim_presence: withDefault(bool, false),
    last_update_id: optional(int),
    history_limit_days: optional(count),
  },
  response: {
    presences,
    server_timestamp: { type: "number" },
    presence_last_update_id: { type: "integer" },
  },
  use: reportPresence,
  run: (reportPresence, context, input) => {
    const { caller, realm } = context;
    const answered = reportPresence(caller, {
      status: input.status,
      pingOnly: input.ping_only,
      lastUpdateId: decodeUpdateId(input.last_update_id),
      historyDays: input.history_limit_days,
    });
    if (input.ping_only) return done(answered);
    // Clients that send `last_update_id` understand the slim format.
    const isSlim = input.slim_presence || input.last_update_id !== undefined;
    return pipe(
      answered,
      TE.map((answer) => {
        const now = context.now();
        return {
          presences: encodePresences(answer, realm, now, isSlim),
          server_timestamp: now / 1000,
          presence_last_update_id: encodeUpdateId(answer.lastUpdateId),
        };
      }),
    );
  },
});

const listPresenceEndpoint = endpoint({
  method: "get",
  at: "/realm/presence",
  caller: "user",
  summary: "List who was present recently",
  path: {},
  params: {},
  response: { presences, server_timestamp: { type: "number" } },
  use: listPresence,
  run: (listPresence, context) =>
    pipe(
      listPresence(context.caller),
      TE.map((answer) => {
        const now = context.now();
        return {
          presences: encodePresences(answer, context.realm, now, false),
          server_timestamp: now / 1000,
        };
      }),
    ),
});

const encodeFetched = (context: SignedInContext) =>
  TE.map((presence: Presence) => {
    const now = context.now();
    return { presence: encodeSinglePresence(presence, now), server_timestamp: now / 1000 };
  });
const fetched = { presence: { type: "object" }, server_timestamp: { type: "number" } };

const fetchPresenceEndpoint = endpoint({
  method: "get",
  at: "/users/{user_id}/presence",
  caller: "user",
  summary: "Get when a user was last present, by id",
  path: { user_id: required(userId) },
  params: {},
  response: fetched,
  use: fetchPresence,
  run: (fetchPresence, context, input) =>
    encodeFetched(context)(fetchPresence(context.caller, input.user_id)),
});

const fetchPresenceByEmailEndpoint = endpoint({
  method: "get",
  at: "/users/{email}/presence",
  caller: "user",
  summary: "Get when a user was last present, by email address",
  path: { email: required(userAddress) },
  params: {},
  response: fetched,
  use: fetchPresence,
  run: (fetchPresence, context, input) => encodeFetched(context)(fetchPresence(context.caller, input.email)),
});

export const presenceEndpoints = [
  reportPresenceEndpoint,
  listPresenceEndpoint,
  fetchPresenceEndpoint,
  fetchPresenceByEmailEndpoint,
];
