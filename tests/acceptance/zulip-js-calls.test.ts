import { byRcFile } from "../support/clients/zulip-client";
import { zulipJsCalls } from "../support/clients/zulip-js/calls";
import { callsOf, connect } from "../support/clients/zulip-js/client";
import type { Place } from "../support/clients/zulip-js/place";
import { firstRealm, ownerPassword } from "../support/program/child-server";
import { installation } from "../support/program/installation";

const parley = installation();
let place: Place;
beforeAll(async () => {
  const url = await parley.run("main", firstRealm).url();
  const as = (username: string) => connect({ realm: url, username, password: ownerPassword });
  const owner = await as(firstRealm.PARLEY_OWNER_EMAIL);
  await owner.callEndpoint("/realm", "PATCH", { send_channel_events_messages: false });
  const ben = { email: "ben@example.com", full_name: "Ben", password: ownerPassword };
  const { user_id } = await owner.users.create(ben);
  const { stream_id } = await owner.streams.getStreamId("general");
  place = {
    url,
    owner,
    password: ownerPassword,
    ben: await as(ben.email),
    benId: Number(user_id),
    general: Number(stream_id),
  };
});

test.each(zulipJsCalls)("$call: $answers", ({ prove }) => prove(place));

test("a .zuliprc is all that zulip-js needs to log in", async () => {
  const { username, apiKey } = place.owner.config;
  const client = await byRcFile(`[api]\nemail=${username}\nkey=${apiKey}\nsite=${place.url}\n`);
  expect(await client.callEndpoint("/users/me", "GET", {})).toMatchObject({ email: username });
});

test("each call of zulip-js is among these", () => {
  const { config: _, ...client } = place.owner;
  const tried = zulipJsCalls.map(({ call }) => call).filter((call) => !call.startsWith("zulip("));
  expect([...tried].sort()).toEqual([...callsOf(client)].sort());
});
