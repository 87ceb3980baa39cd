import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { regenerateApiKey } from "../../../../application/api-keys/regenerate-api-key";
import { addAlertWords } from "../../../../application/users/add-alert-words";
import { listAlertWords } from "../../../../application/users/list-alert-words";
import { muteUser } from "../../../../application/users/mute-user";
import { removeAlertWords } from "../../../../application/users/remove-alert-words";
import { unmuteUser } from "../../../../application/users/unmute-user";
import { userId } from "../../../zulip-wire/codecs/named-parameters";
import { required } from "../../../zulip-wire/codecs/parameter";
import { json } from "../../../zulip-wire/codecs/wire-type";
import { done, endpoint } from "../../declaration/endpoint";
import { confirmationOf, confirmationParameters } from "./confirmation";

const alertWords = TE.map((words: readonly string[]) => ({ alert_words: words }));
const words = { alert_words: required(json(t.array(t.string))) };
const wordList = { alert_words: { type: "array", items: { type: "string" } } };

const regenerateApiKeyEndpoint = endpoint({
  method: "post",
  at: "/users/me/api_key/regenerate",
  caller: "user",
  summary: "Get a new API key; the old one stops working. With a session, `password` is required",
  path: {},
  params: confirmationParameters,
  response: { api_key: { type: "string" } },
  use: regenerateApiKey,
  run: (regenerateApiKey, { caller, sessionId }, input) =>
    pipe(
      regenerateApiKey(caller, confirmationOf(sessionId, input)),
      TE.map((apiKey) => ({ api_key: apiKey })),
    ),
});

const listAlertWordsEndpoint = endpoint({
  method: "get",
  at: "/users/me/alert_words",
  caller: "user",
  summary: "List the caller's alert words",
  path: {},
  params: {},
  response: wordList,
  use: listAlertWords,
  run: (listAlertWords, { caller }) => alertWords(listAlertWords(caller)),
});

const addAlertWordsEndpoint = endpoint({
  method: "post",
  at: "/users/me/alert_words",
  caller: "user",
  bulkBeyond: { alert_words: 100 },
  summary: "Add alert words",
  path: {},
  params: words,
  response: wordList,
  use: addAlertWords,
  run: (addAlertWords, { caller }, input) => alertWords(addAlertWords(caller, input.alert_words)),
});

const removeAlertWordsEndpoint = endpoint({
  method: "delete",
  at: "/users/me/alert_words",
  caller: "user",
  bulkBeyond: { alert_words: 100 },
  summary: "Remove alert words",
  path: {},
  params: words,
  response: wordList,
  use: removeAlertWords,
  run: (removeAlertWords, { caller }, input) => alertWords(removeAlertWords(caller, input.alert_words)),
});

const muteUserEndpoint = endpoint({
  method: "post",
  at: "/users/me/muted_users/{muted_user_id}",
  caller: "user",
  summary: "Mute a user: hide their messages from the caller",
  path: { muted_user_id: required(userId) },
  params: {},
  response: {},
  use: muteUser,
  run: (muteUser, { caller }, input) => done(muteUser(caller, input.muted_user_id)),
});

const unmuteUserEndpoint = endpoint({
  method: "delete",
  at: "/users/me/muted_users/{muted_user_id}",
  caller: "user",
  summary: "Unmute a user: show their messages to the caller again",
  path: { muted_user_id: required(userId) },
  params: {},
  response: {},
  use: unmuteUser,
  run: (unmuteUser, { caller }, input) => done(unmuteUser(caller, input.muted_user_id)),
});

export const ownAccountEndpoints = [
  regenerateApiKeyEndpoint,
  listAlertWordsEndpoint,
  addAlertWordsEndpoint,
  removeAlertWordsEndpoint,
  muteUserEndpoint,
  unmuteUserEndpoint,
];
