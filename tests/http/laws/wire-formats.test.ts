import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { addUser } from "../../support/http/add-user";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const registered = async (who: Client, ...types: string[]) =>
  (await who.post("/register", { event_types: types, fetch_event_types: types })).body;

test("a new organization description comes in an update_dict event, with its HTML", async () => {
  const events = await listenTo(ben, ["realm"]);
  await owner.patch("/realm", { description: "**Tea** and talk" }).expect(200);
  const data = {
    description: "**Tea** and talk",
    rendered_description: "<p><strong>Tea</strong> and talk</p>",
  };
  expect(await events()).toEqual([{ type: "realm", op: "update_dict", property: "default", data }]);
});

test("login methods have Zulip's names, and a reason why some are unavailable", async () => {
  const { realm_authentication_methods: methods } = await registered(ben, "realm");
  expect(Object.keys(methods).sort()).toEqual(
    [
      "Apple",
      "AzureAD",
      "Dev",
      "Discord",
      "Email",
      "GitHub",
      "GitLab",
      "Google",
      "LDAP",
      "OpenID Connect",
      "RemoteUser",
      "SAML",
    ].sort(),
  );
  expect(methods.Email).toEqual({ enabled: true, available: true });
  expect(methods.LDAP).toEqual({
    enabled: false,
    available: false,
    unavailable_reason: "This login method isn't configured on this server.",
  });
});

test("the default of channel permissions is named channel_creator", async () => {
  const { server_supported_permission_settings: known } = await registered(ben, "realm");
  const defaultsOf = (rules: Record<string, { default_group_name: string }>) =>
    Object.values(rules).map(({ default_group_name }) => default_group_name);
  expect(known.stream.can_administer_channel_group.default_group_name).toBe("channel_creator");
  expect(defaultsOf(known.stream)).not.toContain("group_creator");
  expect(known.group.can_manage_group.default_group_name).toBe("group_creator");
  expect([...defaultsOf(known.group), ...defaultsOf(known.realm)]).not.toContain("channel_creator");
});

test("muted messages are listed as unread but not counted, and in muted topics a wildcard is no mention", async () => {
  const dora = await server.newMember("Dora");
  const say = async (topic: string, content = "x") =>
    (await owner.post("/messages", { type: "channel", to: "general", topic, content })).body.id as number;
  const policy = (topic: string, visibility_policy: number) =>
    dora.post("/user_topics", { stream_id: 1, topic, visibility_policy }).expect(200);
  const quiet = [await say("quiet"), await say("quiet", "@**all**"), await say("quiet", `@**Dora**`)];
  const loud = await say("loud", "@**all**");
  const plain = await say("plain", "@**all**");
  // A mention may have made the topic followed.
  await policy("Quiet", 1);
  await policy("loud", 2);
  const unread = async () => (await dora.post("/register")).body.unread_msgs;
  const before = await unread();
  expect(before.count).toBe(2);
  expect(before.mentions).toEqual([quiet[2], loud, plain]);
  expect(before.wildcard_mentions).toEqual([quiet[1], loud, plain]);
  expect(before.streams.map(({ topic }: { topic: string }) => topic).sort()).toEqual([
    "loud",
    "plain",
    "quiet",
  ]);
  await dora.post("/users/me/subscriptions/properties", {
    subscription_data: [{ stream_id: 1, property: "is_muted", value: true }],
  });
  // A topic unmuted on its own still counts.
  expect(await unread()).toMatchObject({
    count: 1,
    mentions: [quiet[2], loud],
    wildcard_mentions: [quiet[1], loud, plain],
  });
});

test("partial subscribers are those active within two weeks, or possibly active", async () => {
  const long = 400 * 86_400_000;
  const people = Array.from({ length: 250 }, (_, index) => aUser({ id: 5000 + index, joinedAt: long }));
  await server.append(...people.map((user) => ({ type: "user_created", user }) as const));
  const bot = await addUser(server, { bot: newBot("generic", owner.id) });
  const newcomer = await addUser(server, { joinedAt: Date.now() - 86_400_000 });
  const active = server.clientOf(people[7] ?? aUser());
  const hiding = server.clientOf(people[9] ?? aUser());
  await active.post("/users/me/presence", { status: "active" }).expect(200);
  await hiding.patch("/settings", { presence_enabled: false }).expect(200);
  const principals = [...people.map(({ id }) => id), bot.id, newcomer.id];
  await owner.post("/channels/create", { name: "large", subscribers: [owner.id, ...principals] }).expect(200);
  const expected = [owner, active, hiding, bot, newcomer].map(({ id }) => id).sort((a, b) => a - b);
  const partial = { include_subscribers: "partial" };
  const { subscriptions } = (await active.get("/users/me/subscriptions", partial)).body;
  expect(subscriptions).toMatchObject([{ name: "large", partial_subscribers: expected }]);
  const { body } = await active.post("/register", { event_types: ["subscription"], ...partial });
  expect(body.subscriptions).toMatchObject([{ name: "large", partial_subscribers: expected }]);
});

test("a negative id in a body is an unknown id; in a path it is a 404", async () => {
  expect((await ben.post("/mark_stream_as_read", { stream_id: -1 })).body).toEqual(
    failure("Invalid channel ID"),
  );
  expect((await ben.get("/users/me/-1/topics")).status).toBe(404);
  expect((await ben.get("/streams/-1")).status).toBe(404);
  expect((await owner.post("/default_streams", { stream_id: -7 })).body.msg).toBe("Invalid channel ID");
  const flags = { messages: [-1], op: "add", flag: "read" };
  expect((await ben.post("/messages/flags", flags)).body).toEqual(failure("Invalid message(s)"));
  expect((await ben.get("/messages", { message_ids: [-5] })).body).toMatchObject({ messages: [] });
});

test("bots have their own alert words", async () => {
  const bot = await addUser(server, { bot: newBot("generic", owner.id) });
  const words = { alert_words: ["deploy"] };
  expect((await bot.post("/users/me/alert_words", words)).body).toEqual(success(words));
  expect((await bot.get("/users/me/alert_words")).body).toEqual(success(words));
  expect((await bot.delete("/users/me/alert_words", words)).body).toEqual(success({ alert_words: [] }));
});

test("typing in a note to self reaches only the user's own queues", async () => {
  const [own, other] = [await listenTo(ben, ["typing"]), await listenTo(owner, ["typing"])];
  await ben.post("/typing", { op: "start", to: [ben.id] }).expect(200);
  await ben.post("/typing", { op: "start", to: [owner.id] }).expect(200);
  const recipients = [{ user_id: ben.id, email: expect.any(String) }];
  expect(await own()).toMatchObject([{ type: "typing", op: "start", recipients }]);
  expect(await other()).toHaveLength(1);
});

test("one user's presence comes in both formats, with the server's time", async () => {
  await ben.post("/users/me/presence", { status: "active" }).expect(200);
  const { body } = await owner.get(`/users/${ben.id}/presence`);
  const times = { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) };
  const words = { status: "active", timestamp: expect.any(Number) };
  expect(body).toEqual(
    success({
      presence: { ...times, aggregated: words, website: words },
      server_timestamp: expect.any(Number),
    }),
  );
  expect(Math.abs(body.server_timestamp - Date.now() / 1000)).toBeLessThan(60);
});

test("a development login also opens a browser session", async () => {
  const development = await startServer({ mode: "development" });
  const browser = request.agent(development.http).set("Host", "chat.example.com");
  const logIn = (username: string) =>
    browser.post("/api/v1/dev_fetch_api_key").type("form").send({ username });
  const { headers, body } = await logIn(development.owner.email);
  expect(body.api_key).toBe(development.owner.apiKey);
  const cookies = headers["set-cookie"] as unknown as readonly string[];
  const csrf = /csrftoken=([^;]+)/.exec(cookies.join())?.[1] ?? "";
  expect(cookies.map((cookie) => cookie.split("=")[0]).sort()).toEqual(["csrftoken", "sessionid"]);
  expect((await browser.get("/json/users/me")).body.user_id).toBe(development.owner.id);
  const changed = await browser.patch("/json/settings").set("X-CSRFToken", csrf).type("form").send({});
  expect(changed.body.result).toBe("success");
  const bot = await addUser(development, { bot: newBot("generic", 1), email: "b-bot@example.com" });
  expect((await logIn(bot.email)).headers["set-cookie"]).toBeUndefined();
  await development.stop();
});
