import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ann: Client;
let ben: Client;

beforeEach(async () => {
  server = await startServer();
  ann = await server.newMember("Ann");
  ben = await server.newMember("Ben");
});
afterEach(() => server.stop());

const report = async (client: Client, more: object = {}) =>
  (await client.post("/users/me/presence", { status: "active", last_update_id: -1, ...more })).body;
const now = { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) };

test("the first answer lists everyone who was active, and later ones only changes", async () => {
  await report(ann);
  const first = await report(ben);
  expect(first).toEqual(
    success({
      presences: { [ann.id]: now, [ben.id]: now },
      server_timestamp: expect.any(Number),
      presence_last_update_id: expect.any(Number),
    }),
  );
  const second = await report(ben, { last_update_id: first.presence_last_update_id });
  expect(second).toMatchObject({ presences: {}, presence_last_update_id: first.presence_last_update_id });
  await report(server.owner);
  const third = await report(ben, { last_update_id: first.presence_last_update_id });
  expect(third.presences).toEqual({ [server.owner.id]: now });
  expect(third.presence_last_update_id).toBeGreaterThan(first.presence_last_update_id);
});

test("old clients get the old format, keyed by email address", async () => {
  await report(ann);
  const { body } = await ben.post("/users/me/presence", { status: "idle" });
  const time = { timestamp: expect.any(Number) };
  expect(body.presences[ann.email]).toEqual({
    aggregated: { client: "website", status: "active", ...time },
    website: { client: "website", status: "active", pushable: false, ...time },
  });
  expect(body.presences[ben.email].aggregated.status).toBe("idle");
  expect((await ben.get("/realm/presence")).body.presences).toEqual(body.presences);
  const registered = (await ben.post("/register", { event_types: ["presence"], slim_presence: true })).body;
  expect(registered.presences).toMatchObject({
    [ann.id]: now,
    [ben.id]: { idle_timestamp: expect.any(Number) },
  });
  expect(registered.presence_last_update_id).toBeGreaterThan(0);
});

test("a user who becomes active is announced at once, one who stays active is not", async () => {
  const simplified = { client_capabilities: { simplified_presence_events: true } };
  const [modern, old] = [await listenTo(ben, ["presence"], simplified), await listenTo(ben, ["presence"])];
  await report(ann);
  await report(ann);
  expect(await modern()).toEqual([{ type: "presence", presences: { [ann.id]: now } }]);
  expect(await old()).toEqual([
    {
      type: "presence",
      user_id: ann.id,
      email: ann.email,
      server_timestamp: expect.any(Number),
      presence: { website: expect.objectContaining({ status: "active", client: "website" }) },
    },
  ]);
});

test("presence updates keep their order among events", async () => {
  const events = await listenTo(ben, ["presence", "message"]);
  const say = (content: string) =>
    ann.post("/messages", { type: "channel", to: "general", topic: "t", content });
  await say("before");
  await report(ann);
  await say("after");
  expect((await events()).map((event) => (event as { type: string }).type)).toEqual([
    "message",
    "presence",
    "message",
  ]);
  await report(server.owner);
  expect(await events()).toHaveLength(1);
});

test("one user's presence can be requested by id or address", async () => {
  await report(ann);
  const presence = expect.objectContaining({
    aggregated: { status: "active", timestamp: expect.any(Number) },
    website: { status: "active", timestamp: expect.any(Number) },
    active_timestamp: expect.any(Number),
  });
  const server_timestamp = expect.any(Number);
  expect((await ben.get(`/users/${ann.id}/presence`)).body).toEqual(success({ presence, server_timestamp }));
  expect((await ben.get(`/users/${ann.email}/presence`)).body).toEqual(
    success({ presence, server_timestamp }),
  );
  expect((await ann.get(`/users/${ben.id}/presence`)).body).toEqual(
    failure(`No presence data for ${ben.id}`),
  );
  expect((await ann.get("/users/999/presence")).body).toEqual(failure("No such user"));
  const bot = aUser({ id: 99, bot: newBot("generic", 1) });
  await server.append({ type: "user_created", user: bot });
  expect((await ann.get("/users/99/presence")).body).toEqual(
    failure("Presence is not supported for bot users."),
  );
});

test("users who turned presence off are not shown", async () => {
  await report(ann);
  const { presence_last_update_id } = await report(ben);
  await ann.patch("/settings", { presence_enabled: false });
  await report(ann);
  const { presences } = await report(ben, { last_update_id: presence_last_update_id });
  const seconds = Date.now() / 1000;
  expect(seconds - presences[ann.id].active_timestamp).toBeGreaterThan(200);
});

test("presence survives a restart", async () => {
  await report(ann);
  const { presence_last_update_id } = await report(ben);
  await server.close();
  const after = await server.restarted();
  const again = { status: "active", last_update_id: presence_last_update_id };
  const { body } = await after.clientOf(ben).post("/users/me/presence", again);
  expect(body.presences).toHaveProperty(String(ann.id));
  expect(body.presence_last_update_id).toBeGreaterThan(presence_last_update_id);
  after.http.close();
  await after.close();
});

test("refuses an unknown status", async () => {
  expect(await report(ann, { status: "dancing" })).toEqual(failure("Invalid status: dancing"));
  expect((await ann.post("/users/me/presence")).body).toEqual(
    failure("Missing 'status' argument", "REQUEST_VARIABLE_MISSING", { var_name: "status" }),
  );
});
