import { map } from "fp-ts/TaskEither";
import type { PresenceAnswer } from "../../../application/presence/report-presence";
import type { Presence } from "../../../domain/presence";
import { userAddress, userId } from "../codecs/naming";
import { optional, required, withDefault } from "../codecs/parameter";
import { bool, int, text } from "../codecs/wire-type";
import { encodePresences, encodeSinglePresence } from "../encode/presence";
import { done, endpoint } from "../endpoint";

const presences = { type: "object", additionalProperties: { type: "object" } };

const reportPresence = endpoint({
  method: "post",
  at: "/users/me/presence",
  caller: "user",
  forPeopleOnly: true,
  summary: "Tell that the caller is here, and hear who else is",
  path: {},
  params: {
    status: required(text),
    ping_only: withDefault(bool, false),
    new_user_input: withDefault(bool, false),
    slim_presence: withDefault(bool, false),
    last_update_id: optional(int),
    history_limit_days: optional(int),
  },
  response: {
    presences,
    server_timestamp: { type: "number" },
    presence_last_update_id: { type: "integer" },
  },
  run: (app, { caller, realm }, given) => {
    const answered = app.presence.report(caller, {
      status: given.status,
      pingOnly: given.ping_only,
      lastUpdateId: given.last_update_id ?? -1,
      historyDays: given.history_limit_days,
    });
    if (given.ping_only) return done(answered);
    // Whoever asks for news knows the new form.
    const isSlim = given.slim_presence || given.last_update_id !== undefined;
    return map((answer: PresenceAnswer) => ({
      presences: encodePresences(answer, realm, Date.now(), isSlim),
      server_timestamp: Date.now() / 1000,
      presence_last_update_id: answer.lastUpdateId,
    }))(answered);
  },
});

const listPresence = endpoint({
  method: "get",
  at: "/realm/presence",
  caller: "user",
  summary: "Who was here lately",
  path: {},
  params: {},
  response: { presences, server_timestamp: { type: "number" } },
  run: (app, { caller, realm }) =>
    map((answer: PresenceAnswer) => ({
      presences: encodePresences(answer, realm, Date.now(), false),
      server_timestamp: Date.now() / 1000,
    }))(app.presence.list(caller)),
});

const encodeFetched = map((presence: Presence) => ({
  presence: encodeSinglePresence(presence, Date.now()),
}));

const fetchPresence = endpoint({
  method: "get",
  at: "/users/{user_id}/presence",
  caller: "user",
  summary: "When a user was here, by id",
  path: { user_id: required(userId) },
  params: {},
  response: { presence: { type: "object" } },
  run: (app, { caller }, given) => encodeFetched(app.presence.fetch(caller, given.user_id)),
});

const fetchPresenceByEmail = endpoint({
  method: "get",
  at: "/users/{email}/presence",
  caller: "user",
  summary: "When a user was here, by address",
  path: { email: required(userAddress) },
  params: {},
  response: { presence: { type: "object" } },
  run: (app, { caller }, given) => encodeFetched(app.presence.fetch(caller, given.email)),
});

export const presenceEndpoints = [reportPresence, listPresence, fetchPresence, fetchPresenceByEmail];
