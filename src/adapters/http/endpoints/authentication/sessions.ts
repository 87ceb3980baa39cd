import * as TE from "fp-ts/TaskEither";
import type { ApiKeyInfo } from "../../../../application/api-keys/api-key-info";
import { endApiKeyOfUser } from "../../../../application/api-keys/end-api-key-of-user";
import { endOwnApiKey } from "../../../../application/api-keys/end-own-api-key";
import { listApiKeysOfUser } from "../../../../application/api-keys/list-api-keys-of-user";
import { listOwnApiKeys } from "../../../../application/api-keys/list-own-api-keys";
import type { Session } from "../../../../application/ports/login/session-store";
import { endOtherSessions } from "../../../../application/sessions/end-other-sessions";
import { endSession } from "../../../../application/sessions/end-session";
import { endSessionsOfUser } from "../../../../application/sessions/end-sessions-of-user";
import { listSessions } from "../../../../application/sessions/list-sessions";
import { listSessionsOfUser } from "../../../../application/sessions/list-sessions-of-user";
import { coarseNetwork } from "../../../../domain/realm/network";
import { millisecondsIn, secondsIn } from "../../../../domain/units/time";
import { sessionId, userId } from "../../../zulip-wire/codecs/named-parameters";
import { required } from "../../../zulip-wire/codecs/parameter";
import { done, endpoint } from "../../declaration/endpoint";

const ofUser = { user_id: required(userId) };
const listed = { type: "array", items: { type: "object" } };

/** Times to the minute, places by network. */
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

const toMinute = (milliseconds: number): number =>
  Math.floor(milliseconds / millisecondsIn.minute) * secondsIn.minute;

const encodeSessions = (ownId: string | undefined) =>
  TE.map((sessions: readonly Session[]) => ({ sessions: sessions.map(encodeSession(ownId)) }));

const encodeKeys = TE.map((keys: readonly ApiKeyInfo[]) => ({
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
  summary: "List the browsers that the caller is logged in with",
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
  summary: "Log the caller out of all other browsers",
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
  run: (endSession, { caller }, input) => done(endSession(caller, input.session_id)),
});

const listApiKeysEndpoint = endpoint({
  method: "get",
  at: "/users/me/api_keys",
  caller: "user",
  forPeopleOnly: true,
  summary: "Show when the caller's API key was created and last used",
  path: {},
  params: {},
  response: { api_keys: listed },
  use: listOwnApiKeys,
  run: (listOwnApiKeys, { caller }) => encodeKeys(listOwnApiKeys(caller)),
});

const endApiKeyEndpoint = endpoint({
  method: "delete",
  at: "/users/me/api_keys",
  caller: "user",
  forPeopleOnly: true,
  summary: "Revoke the caller's API key, so that apps have to log in again",
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
  summary: "List the browsers that another user is logged in with. Administrators only",
  path: ofUser,
  params: {},
  response: { sessions: listed },
  use: listSessionsOfUser,
  run: (listSessionsOfUser, { caller }, input) =>
    encodeSessions(undefined)(listSessionsOfUser(caller, input.user_id)),
});

const endOthersSessionsEndpoint = endpoint({
  method: "delete",
  at: "/users/{user_id}/sessions",
  caller: "user",
  summary: "Log another user out of all browsers. Administrators only; not for users who outrank them",
  path: ofUser,
  params: {},
  response: {},
  use: endSessionsOfUser,
  run: (endSessionsOfUser, { caller }, input) => done(endSessionsOfUser(caller, input.user_id, undefined)),
});

const endOthersSessionEndpoint = endpoint({
  method: "delete",
  at: "/users/{user_id}/sessions/{session_id}",
  caller: "user",
  summary: "Log another user out of a browser. Administrators only; not for users who outrank them",
  path: { ...ofUser, session_id: required(sessionId) },
  params: {},
  response: {},
  use: endSessionsOfUser,
  run: (endSessionsOfUser, { caller }, input) =>
    done(endSessionsOfUser(caller, input.user_id, input.session_id)),
});

const listOthersApiKeysEndpoint = endpoint({
  method: "get",
  at: "/users/{user_id}/api_keys",
  caller: "user",
  summary: "Show when another user's API key was created and last used. For administrators and bots' owners",
  path: ofUser,
  params: {},
  response: { api_keys: listed },
  use: listApiKeysOfUser,
  run: (listApiKeysOfUser, { caller }, input) => encodeKeys(listApiKeysOfUser(caller, input.user_id)),
});

const endOthersApiKeyEndpoint = endpoint({
  method: "delete",
  at: "/users/{user_id}/api_keys",
  caller: "user",
  summary:
    "Revoke another user's API key. For administrators and bots' owners; not for users who outrank them",
  path: ofUser,
  params: {},
  response: {},
  use: endApiKeyOfUser,
  run: (endApiKeyOfUser, { caller }, input) => done(endApiKeyOfUser(caller, input.user_id)),
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
