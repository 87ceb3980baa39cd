import * as E from "fp-ts/Either";
import { endpoint } from "../../../src/adapters/http/declaration/endpoint";
import { allEndpoints, pageEndpoints, rootEndpoints } from "../../../src/adapters/http/endpoints/all";
import { optional } from "../../../src/adapters/zulip-wire/codecs/parameter";
import { bool, text } from "../../../src/adapters/zulip-wire/codecs/wire-type";
import { unreadParameters } from "../../support/http/read-parameters";

/** Parameters that endpoints accept without reading them, and why. */
const exceptions: Readonly<Record<string, string>> = {
  "delete /export/realm/{export_id}: export_id": "it always refuses",
  "post /channels/create: send_new_subscription_messages": "subscribers of a new channel are never notified",
  "post /export/realm: export_type": "it always refuses",
  "post /external/{integration}: api_key": "authentication reads it",
  "post /users/me/onboarding_steps: schedule_navigation_tour_video_reminder_delay":
    "the server has no tour to postpone",
  "post /users/me/presence: new_user_input": "it serves statistics that the server doesn't keep",
};

test("an endpoint reads every parameter that it declares", async () => {
  const declared = new Set([...allEndpoints(true), ...pageEndpoints(true), ...rootEndpoints]);
  const unread: string[] = [];
  for (const one of declared)
    for (const name of await unreadParameters(one)) unread.push(`${one.method} ${one.at}: ${name}`);
  expect([...new Set(unread)].sort()).toEqual(Object.keys(exceptions).sort());
});

test("a parameter that no run reads is found, and one that some runs read isn't", async () => {
  const declared = endpoint({
    method: "get",
    at: "/example",
    caller: "anyone",
    summary: "",
    path: {},
    params: { mode: optional(text), detail: optional(bool), forgotten: optional(bool) },
    response: {},
    use: {},
    run: (_bound, _context, given) => async () =>
      E.right(given.mode === "add" ? { detail: given.detail } : {}),
  });
  expect(await unreadParameters(declared)).toEqual(["forgotten"]);
});

test("copying a parameter isn't reading it", async () => {
  const declared = endpoint({
    method: "get",
    at: "/example",
    caller: "anyone",
    summary: "",
    path: {},
    params: { mode: optional(text), detail: optional(bool), forgotten: optional(bool) },
    response: {},
    use: {},
    run:
      (_bound, _context, { mode, ...rest }) =>
      async () =>
        E.right({ mode, detail: rest.detail }),
  });
  expect(await unreadParameters(declared)).toEqual(["detail", "forgotten"]);
});
