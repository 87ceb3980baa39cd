import { reachParameters } from "../../support/hostile-lengths/reach";

/** Texts that no request of a test without services gets through, and why. It may only become shorter. */
const exceptions: Readonly<Record<string, string>> = {
  "patch /api/v1/users/{user_id}: new_email": "the operator must allow it by a command",
  "patch /api/v1/users/{email}: new_email": "the operator must allow it by a command",
  "get /api/v1/calls/bigbluebutton/create: meeting_name": "no service for calls is configured",
  "post /api/v1/calls/nextcloud_talk/create: room_name": "no service for calls is configured",
  "post /api/v1/calls/galene/create: room_name": "no service for calls is configured",
  "get /api/v1/messages/summary: narrow": "no language model is configured",
  "post /api/v1/dev_fetch_api_key: username": "no development login is offered",
  "post /api/v1/dev_fetch_api_key: two_factor_code": "no development login is offered",
  "post /api/v1/export/realm: export_type": "never succeeds",
  "post /api/v1/jwt/fetch_api_key: json_web_token": "no key for login tokens is configured",
  "post /api/v1/jwt/fetch_api_key: two_factor_code": "no key for login tokens is configured",
  "get /api/v1/thumbnail/status/{realm_id_str}/{+filename}: path realm_id_str": "pictures aren't read here",
  "get /api/v1/thumbnail/status/{realm_id_str}/{+filename}: path filename": "pictures aren't read here",
  "get /user_uploads/thumbnail/{realm_id_str}/{+filename}: path realm_id_str": "pictures aren't read here",
  "get /user_uploads/thumbnail/{realm_id_str}/{+filename}: path filename": "pictures aren't read here",
  "post /api/v1/realm/emoji/{emoji_name}: path emoji_name": "pictures aren't read here",
  "delete /api/v1/realm/emoji/{emoji_name}: path emoji_name": "pictures aren't read here",
  "get /user_avatars/{realm_id}/{+name}: path name": "pictures aren't read here",
};

test("a request with ordinary values succeeds for each parameter that takes text", async () => {
  const all = await reachParameters();
  expect(all.length).toBeGreaterThan(250);
  const refused = all.filter(({ refusal }) => refusal !== undefined);
  expect(refused.filter(({ parameter }) => !Object.hasOwn(exceptions, parameter))).toEqual([]);
  const names = new Set(refused.map(({ parameter }) => parameter));
  // Parameters that are reached, or no longer declared, can't be exceptions.
  expect(Object.keys(exceptions).filter((parameter) => !names.has(parameter))).toEqual([]);
}, 300_000);
