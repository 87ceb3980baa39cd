import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { userId } from "../codecs/naming";
import { required } from "../codecs/parameter";
import { json } from "../codecs/wire-type";
import { done, endpoint } from "../endpoint";

const alertWords = map((words: readonly string[]) => ({ alert_words: words }));
const words = { alert_words: required(json(t.array(t.string))) };
const wordList = { alert_words: { type: "array", items: { type: "string" } } };

const regenerateApiKey = endpoint({
  method: "post",
  at: "/users/me/api_key/regenerate",
  caller: "user",
  summary: "Get a new API key; the old one ends",
  path: {},
  params: {},
  response: { api_key: { type: "string" } },
  run: (app, { caller }) =>
    map((apiKey: string) => ({ api_key: apiKey }))(app.users.regenerateApiKey(caller)),
});

const listAlertWords = endpoint({
  method: "get",
  at: "/users/me/alert_words",
  caller: "user",
  summary: "Words that the caller is alerted of",
  path: {},
  params: {},
  response: wordList,
  run: (app, { caller }) => alertWords(app.users.listAlertWords(caller)),
});

const addAlertWords = endpoint({
  method: "post",
  at: "/users/me/alert_words",
  caller: "user",
  forPeopleOnly: true,
  summary: "Add words to be alerted of",
  path: {},
  params: words,
  response: wordList,
  run: (app, { caller }, given) => alertWords(app.users.addAlertWords(caller, given.alert_words)),
});

const removeAlertWords = endpoint({
  method: "delete",
  at: "/users/me/alert_words",
  caller: "user",
  forPeopleOnly: true,
  summary: "Remove words to be alerted of",
  path: {},
  params: words,
  response: wordList,
  run: (app, { caller }, given) => alertWords(app.users.removeAlertWords(caller, given.alert_words)),
});

const muteUser = endpoint({
  method: "post",
  at: "/users/me/muted_users/{muted_user_id}",
  caller: "user",
  summary: "Hide a user's messages from the caller",
  path: { muted_user_id: required(userId) },
  params: {},
  response: {},
  run: (app, { caller }, given) => done(app.users.mute(caller, given.muted_user_id)),
});

const unmuteUser = endpoint({
  method: "delete",
  at: "/users/me/muted_users/{muted_user_id}",
  caller: "user",
  summary: "Show a user's messages to the caller again",
  path: { muted_user_id: required(userId) },
  params: {},
  response: {},
  run: (app, { caller }, given) => done(app.users.unmute(caller, given.muted_user_id)),
});

export const ownAccountEndpoints = [
  regenerateApiKey,
  listAlertWords,
  addAlertWords,
  removeAlertWords,
  muteUser,
  unmuteUser,
];
