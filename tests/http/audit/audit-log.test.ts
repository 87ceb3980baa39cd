import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

interface Entry {
  readonly id: number;
  readonly timestamp: number;
  readonly kind: string;
  readonly actor: {
    readonly user_id: number | null;
    readonly client: string;
    readonly address: string | null;
  };
  readonly target: { readonly type: string; readonly id: number };
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

let server: TestServer;
let owner: Client;
let ben: Client;
/** Id of the newest entry before the test. */
let last: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const entriesFor = async (query: object = {}): Promise<readonly Entry[]> => {
  const { body } = await owner.get("/realm/audit_log", query);
  if (body.result !== "success") throw new Error(JSON.stringify(body));
  return body.entries;
};
const newest = async () => (await entriesFor({ limit: 1 }))[0]?.id ?? 0;
/** Entries added since the test began, oldest first. */
const added = async () => (await entriesFor()).filter(({ id }) => id > last).reverse();
const kinds = async () => (await added()).map(({ kind, target }) => `${kind} of ${target.type} ${target.id}`);
const done = async (call: PromiseLike<request.Response>): Promise<Record<string, unknown>> => {
  const { body } = await call;
  expect(body).toMatchObject({ result: "success" });
  return body;
};

beforeEach(async () => {
  last = await newest();
});

test("a role change is logged with its actor, client, address and previous role", async () => {
  const since = Math.floor(Date.now() / 1000);
  await done(
    owner
      .patch(`/users/${ben.id}`, { role: 300 })
      .set("User-Agent", "Probe/1.0")
      .set("X-Forwarded-For", "203.0.113.9"),
  );
  const [entry, ...others] = await added();
  expect(others).toEqual([]);
  expect(entry).toEqual({
    id: expect.any(Number),
    timestamp: expect.any(Number),
    kind: "user_role_changed",
    actor: { user_id: owner.id, client: "Probe", address: "203.0.113.9" },
    target: { type: "user", id: ben.id },
    before: { role: "member" },
    after: { role: "moderator" },
  });
  expect(entry?.timestamp).toBeGreaterThanOrEqual(since);
});

test("refused requests and updates without changes leave no entry", async () => {
  expect((await ben.patch(`/users/${owner.id}`, { role: 400 })).status).toBe(400);
  await done(owner.patch("/realm", { name: "Example" }));
  await done(ben.post("/messages", { type: "channel", to: "general", topic: "t", content: "hello" }));
  await done(ben.patch("/settings", { enter_sends: false }));
  expect(await added()).toEqual([]);
});

test("changes of settings, channels, groups, bots and people each have their own kind", async () => {
  const fay = await server.newMember("Fay");
  await done(owner.patch("/realm", { invite_required: false }));
  const { id: channel } = await done(
    owner.post("/channels/create", { name: "plans", subscribers: [owner.id, fay.id] }),
  );
  await done(owner.patch(`/streams/${channel}`, { is_private: true }));
  const { group_id: group } = await done(
    owner.post("/user_groups/create", { name: "planners", description: "", members: [fay.id] }),
  );
  const { user_id: bot } = await done(owner.post("/bots", { full_name: "Robot", short_name: "robot" }));
  await done(owner.get(`/bots/${bot}/api_key`));
  await done(owner.patch(`/users/${fay.id}`, { full_name: "Fay F" }));
  await done(owner.delete(`/streams/${channel}`));
  await done(owner.delete(`/users/${fay.id}`));
  await done(owner.post(`/users/${fay.id}/reactivate`));
  expect(await kinds()).toEqual([
    "realm_property_changed of realm 1",
    `channel_created of channel ${channel}`,
    `subscription_created of channel ${channel}`,
    `channel_property_changed of channel ${channel}`,
    `user_group_created of user_group ${group}`,
    `user_created of user ${bot}`,
    `user_api_key_shown of user ${bot}`,
    `user_full_name_changed of user ${fay.id}`,
    `channel_deactivated of channel ${channel}`,
    `user_deactivated of user ${fay.id}`,
    `user_reactivated of user ${fay.id}`,
  ]);
});

test("logs the deletion of others' messages, not of the user's own", async () => {
  const carla = await server.newMember("Carla");
  const say = async () =>
    (
      await done(
        carla.post("/messages", { type: "channel", to: "general", topic: "gone", content: "CANARY" }),
      )
    ).id as number;
  const [own, others, topic] = [await say(), await say(), await say()];
  await done(carla.delete(`/messages/${own}`));
  await done(owner.delete(`/messages/${others}`));
  await done(owner.post("/streams/1/delete_topic", { topic_name: "gone" }));
  const entries = await added();
  expect(entries.map(({ kind, actor, before }) => [kind, actor.user_id, before])).toEqual([
    ["messages_deleted", owner.id, { message_ids: [others], sender_id: carla.id, topic: "gone" }],
    ["messages_deleted", owner.id, { message_ids: [topic], topic: "gone" }],
  ]);
  expect(JSON.stringify(entries)).not.toContain("CANARY");
});

describe("the log of keys and passwords", () => {
  const logIn = (username: string, password: string, from = "198.51.100.7") =>
    request(server.http)
      .post("/api/v1/fetch_api_key")
      .set("X-Forwarded-For", from)
      .type("form")
      .send({ username, password });

  test("has logins, new keys and new passwords without the secrets themselves", async () => {
    const dora = await server.newMember("Dora");
    const { body } = await logIn(dora.email, ownerPassword);
    const renewed = await done(
      dora.patch("/settings", { old_password: ownerPassword, new_password: "seven blue elephants" }),
    );
    const { api_key: key } = await done(
      dora.post("/users/me/api_key/regenerate", { password: "seven blue elephants" }),
    );
    expect(renewed).toBeDefined();
    const entries = await added();
    expect(entries.map(({ kind, actor }) => [kind, actor.user_id])).toEqual([
      ["user_logged_in", dora.id],
      ["user_password_changed", dora.id],
      ["user_api_key_changed", dora.id],
    ]);
    expect(entries[0]).toMatchObject({
      actor: { address: "198.51.100.7" },
      target: { type: "user", id: dora.id },
      after: { for: "api_key" },
    });
    const written = JSON.stringify(entries);
    for (const secret of [body.api_key, key, ownerPassword, "seven blue elephants"])
      expect(written).not.toContain(secret);
  });

  test("has repeated wrong passwords once, and only for existing accounts", async () => {
    const emil = await server.newMember("Emil");
    for (let guess = 0; guess < 2; guess += 1) await logIn(emil.email, `wrong ${guess}`);
    expect(await added()).toEqual([]);
    for (let guess = 2; guess < 6; guess += 1) {
      await logIn(emil.email, `wrong ${guess}`);
      await logIn("nobody@example.com", `wrong ${guess}`);
    }
    for (let tries = 0; tries < 50 && (await added()).length === 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await added()).toEqual([
      expect.objectContaining({
        kind: "user_login_refused",
        actor: expect.objectContaining({ user_id: null, address: "198.51.100.7" }),
        target: { type: "user", id: emil.id },
      }),
    ]);
  });
});

describe("reading the log", () => {
  test("is allowed to owners, including bots with that role", async () => {
    const administrator = aUser({ id: 300, role: "administrator" });
    const robot = aUser({ id: 301, role: "owner", bot: newBot("generic", owner.id) });
    for (const user of [administrator, robot]) await server.append({ type: "user_created", user });
    for (const client of [ben, server.clientOf(administrator)])
      expect((await client.get("/realm/audit_log")).body).toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        msg: "Must be an organization owner",
      });
    expect((await request(server.http).get("/api/v1/realm/audit_log")).status).toBe(401);
    expect((await server.clientOf(robot).get("/realm/audit_log")).body).toMatchObject({ result: "success" });
  });

  test("returns pages, newest entry first", async () => {
    const ids: number[] = [];
    for (let page: { entries: Entry[]; found_oldest: boolean } | undefined; page?.found_oldest !== true; ) {
      const before = ids.at(-1);
      page = (await owner.get("/realm/audit_log", { limit: 4, ...(before && { before_id: before }) })).body;
      ids.push(...(page?.entries ?? []).map(({ id }) => id));
    }
    expect(ids).toEqual((await entriesFor({ limit: 1000 })).map(({ id }) => id));
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("can be filtered by actor, kind, target and time", async () => {
    await done(owner.patch(`/users/${ben.id}`, { full_name: "Ben B" }));
    await done(ben.post("/users/me/api_key/regenerate"));
    const all = await entriesFor({ limit: 1000 });
    const time = all[0]?.timestamp ?? 0;
    const counts = async (query: object, matches: (entry: Entry) => boolean) => {
      const found = await entriesFor({ limit: 1000, ...query });
      expect(found).toEqual(all.filter(matches));
      expect(found.length).toBeGreaterThan(0);
    };
    await counts({ actor_id: ben.id }, ({ actor }) => actor.user_id === ben.id);
    await counts({ kinds: ["user_created", "realm_created"] }, ({ kind }) =>
      /^(user|realm)_created$/.test(kind),
    );
    await counts(
      { target: { type: "user", id: ben.id } },
      ({ target }) => target.type === "user" && target.id === ben.id,
    );
    await counts({ since: time }, ({ timestamp }) => timestamp >= time);
    await counts({ until: time + 1 }, ({ timestamp }) => timestamp <= time);
    expect(await entriesFor({ until: 1 })).toEqual([]);
  });

  test.each([
    [{ limit: 0 }, "limit must be from 1 to 1000"],
    [{ limit: 1001 }, "limit must be from 1 to 1000"],
    [{ kinds: ["x"] }, "Invalid kinds[0]"],
    [{ target: { type: "x", id: 1 } }, 'Invalid target["type"]'],
    [{ target: { type: "user" } }, 'target["id"] field is missing'],
    [{ before_id: -1 }, "before_id is too small"],
  ])("refuses %j", async (query, msg) => {
    expect((await owner.get("/realm/audit_log", query)).body).toMatchObject({ result: "error", msg });
  });

  test("entries cannot be changed: the endpoint has no other method", async () => {
    for (const call of [owner.post, owner.patch, owner.delete])
      expect((await call("/realm/audit_log")).status).toBe(405);
  });
});

describe("recent changes of settings (GET /realm/setting_changes)", () => {
  const changesFor = async (client: Client, query: object) =>
    (await client.get("/realm/setting_changes", query)).body;
  let dan: Client;
  beforeAll(async () => {
    dan = await server.newMember("Yara");
  });
  const realmKinds = { kinds: ["realm_property_changed"] };

  test("show administrators who changed which settings and when, without values or addresses", async () => {
    const administrator = await server.newMember("Wanda");
    await done(owner.patch(`/users/${administrator.id}`, { role: 200 }));
    await done(administrator.patch("/realm", { digest_weekday: 4, require_unique_names: true }));
    const { changes } = await changesFor(administrator, realmKinds);
    expect(changes[0]).toEqual({
      timestamp: expect.any(Number),
      kind: "realm_property_changed",
      user_id: administrator.id,
      target: { type: "realm", id: server.realmId },
      names: ["require_unique_names", "digest_weekday"],
    });
    expect((await changesFor(administrator, { ...realmKinds, limit: 1 })).changes).toHaveLength(1);
    expect(await changesFor(dan, realmKinds)).toMatchObject({ msg: "Must be an organization administrator" });
  });

  test("show a channel's administrators and a group's managers only the changes of that channel or group", async () => {
    const carla = await server.newMember("Xenia");
    const created = await done(carla.post("/channels/create", { name: "carlas", subscribers: [carla.id] }));
    const channel = { kinds: ["channel_property_changed"], target: { type: "channel", id: created.id } };
    await done(carla.patch(`/streams/${created.id}`, { description: "Hers" }));
    expect((await changesFor(carla, channel)).changes).toMatchObject([
      { user_id: carla.id, names: ["description"] },
    ]);
    const { group_id } = await done(
      carla.post("/user_groups/create", { name: "carlas", description: "", members: [carla.id] }),
    );
    const group = { kinds: ["user_group_changed"], target: { type: "user_group", id: group_id } };
    await done(carla.patch(`/user_groups/${group_id}`, { description: "Hers" }));
    expect((await changesFor(carla, group)).changes).toMatchObject([
      { user_id: carla.id, names: ["description"] },
    ]);
  });

  test.each([
    [{}, "Missing 'kinds' argument"],
    [{ kinds: ["user_logged_in"] }, "Invalid kinds[0]"],
    [{ ...realmKinds, limit: 0 }, "limit must be from 1 to 1000"],
    [{ ...realmKinds, limit: 1001 }, "limit must be from 1 to 1000"],
  ])("refuses %j", async (query, msg) => {
    expect(await changesFor(owner, query)).toMatchObject({ result: "error", msg });
  });
});
