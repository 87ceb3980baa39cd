import { map } from "fp-ts/TaskEither";
import type { Session } from "../../../application/ports/session-store";
import { endOtherSessions, endOthersSessions, endSession } from "../../../application/sessions/end-session";
import { listOthersSessions, listSessions } from "../../../application/sessions/list-sessions";
import { endOthersApiKey, endOwnApiKey } from "../../../application/users/end-api-key";
import { type ApiKeyFacts, listApiKeys, listOthersApiKeys } from "../../../application/users/list-api-keys";
import { coarseNetwork } from "../../../domain/network";
import { sessionId, userId } from "../codecs/naming";
import { required } from "../codecs/parameter";
import { done, endpoint } from "../endpoint";

const ofUser = { user_id: required(userId) };
const listed = { type: "array", items: { type: "object" } };

/** Times to the minute, places by their network. */
const encodeSession =
  (ownId: string | undefined) =>
  ({ id, browser, remoteAddress, createdAt, lastSeenAt }: Session): object => ({
    id,
    browser,
    network: coarseNetwork(remoteAddress),
    is_current: id === ownId,
    created: toMinute(createdAt),
    last_seen: toMinute(lastSeenAt),
  });

const toMinute = (milliseconds: number): number => Math.floor(milliseconds / 60_000) * 60;

const encodeSessions = (ownId: string | undefined) =>
  map((sessions: readonly Session[]) => ({ sessions: sessions.map(encodeSession(ownId)) }));

const encodeKeys = map((keys: readonly ApiKeyFacts[]) => ({
  api_keys: keys.map(({ madeAt, lastUse }) => ({
    created: madeAt === null ? null : toMinute(madeAt),
    last_used: lastUse ? lastUse.usedAt / 1000 : null,
    client: lastUse?.client ?? null,
    network: lastUse?.network ?? null,
  })),
}));

const listSessionsEndpoint = endpoint({
  method: "get",
  at: "/users/me/sessions",
  caller: "user",
  forPeopleOnly: true,
  summary: "Browsers in which the caller is logged in",
  path: {},
  params: {},
  response: { sessions: listed },
  use: listSessions,
  run: (listSessions, { caller, sessionId }) => encodeSessions(sessionId)(listSessions(caller)),
});

const endOtherSessionsEndpoint = endpoint({
  method: "delete",
  at: "/users/me/sessions",
  caller: "user",
  forPeopleOnly: true,
  summary: "Log the caller out of all browsers but the one that calls",
  path: {},
  params: {},
  response: {},
  use: endOtherSessions,
  run: (endOtherSessions, { caller, sessionId }) => done(endOtherSessions(caller, sessionId)),
});

const endSessionEndpoint = endpoint({
  method: "delete",
  at: "/users/me/sessions/{session_id}",
  caller: "user",
  forPeopleOnly: true,
  summary: "Log the caller out of a browser",
  path: { session_id: required(sessionId) },
  params: {},
  response: {},
  use: endSession,
  run: (endSession, { caller }, given) => done(endSession(caller, given.session_id)),
});

const listApiKeysEndpoint = endpoint({
  method: "get",
  at: "/users/me/api_keys",
  caller: "user",
  forPeopleOnly: true,
  summary: "When the caller's API key was made, and used last",
  path: {},
  params: {},
  response: { api_keys: listed },
  use: listApiKeys,
  run: (listApiKeys, { caller }) => encodeKeys(listApiKeys(caller)),
});

const endApiKeyEndpoint = endpoint({
  method: "delete",
  at: "/users/me/api_keys",
  caller: "user",
  forPeopleOnly: true,
  summary: "End the caller's API key: apps log in again",
  path: {},
  params: {},
  response: {},
  use: endOwnApiKey,
  run: (endOwnApiKey, { caller }) => done(endOwnApiKey(caller)),
});

const listOthersSessionsEndpoint = endpoint({
  method: "get",
  at: "/users/{user_id}/sessions",
  caller: "user",
  summary: "Browsers in which somebody is logged in. Administrators only",
  path: ofUser,
  params: {},
  response: { sessions: listed },
  use: listOthersSessions,
  run: (listOthersSessions, { caller }, given) =>
    encodeSessions(undefined)(listOthersSessions(caller, given.user_id)),
});

const endOthersSessionsEndpoint = endpoint({
  method: "delete",
  at: "/users/{user_id}/sessions",
  caller: "user",
  summary: "Log somebody out of all browsers. Administrators only, and nobody who outranks them",
  path: ofUser,
  params: {},
  response: {},
  use: endOthersSessions,
  run: (endOthersSessions, { caller }, given) => done(endOthersSessions(caller, given.user_id, undefined)),
});

const endOthersSessionEndpoint = endpoint({
  method: "delete",
  at: "/users/{user_id}/sessions/{session_id}",
  caller: "user",
  summary: "Log somebody out of a browser. Administrators only, and nobody who outranks them",
  path: { ...ofUser, session_id: required(sessionId) },
  params: {},
  response: {},
  use: endOthersSessions,
  run: (endOthersSessions, { caller }, given) =>
    done(endOthersSessions(caller, given.user_id, given.session_id)),
});

const listOthersApiKeysEndpoint = endpoint({
  method: "get",
  at: "/users/{user_id}/api_keys",
  caller: "user",
  summary: "When somebody's API key was made, and used last. For administrators, and owners of bots",
  path: ofUser,
  params: {},
  response: { api_keys: listed },
  use: listOthersApiKeys,
  run: (listOthersApiKeys, { caller }, given) => encodeKeys(listOthersApiKeys(caller, given.user_id)),
});

const endOthersApiKeyEndpoint = endpoint({
  method: "delete",
  at: "/users/{user_id}/api_keys",
  caller: "user",
  summary: "End somebody's API key. For administrators, and owners of bots; of nobody who outranks them",
  path: ofUser,
  params: {},
  response: {},
  use: endOthersApiKey,
  run: (endOthersApiKey, { caller }, given) => done(endOthersApiKey(caller, given.user_id)),
});

export const sessionEndpoints = [
  listSessionsEndpoint,
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  listApiKeysEndpoint,
  endApiKeyEndpoint,
  listOthersSessionsEndpoint,
  endOthersSessionsEndpoint,
  endOthersSessionEndpoint,
  listOthersApiKeysEndpoint,
  endOthersApiKeyEndpoint,
];
