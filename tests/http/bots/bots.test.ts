import request from "supertest";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ann: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ann = await server.newMember("Ann");
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

let created = 0;
const newBot = async (
  by: Client,
  more: object = {},
): Promise<{ id: number; api_key: string; email: string }> => {
  created += 1;
  const { body } = await by.post("/bots", {
    full_name: `Bot ${created}`,
    short_name: `bot${created}`,
    ...more,
  });
  if (body.result !== "success") throw new Error(body.msg);
  return { id: body.user_id, api_key: body.api_key, email: `bot${created}-bot@chat.example.com` };
};
const whoIs = (email: string, key: string) => request(server.http).get("/api/v1/users/me").auth(email, key);

describe("creating bots", () => {
  test("a new bot has a key, an address and an owner, and only its owner gets its settings", async () => {
    const [everyone, ownersEvents] = [
      await listenTo(ben, ["realm_user", "realm_bot"]),
      await listenTo(ann, ["realm_bot"]),
    ];
    const { body } = await ann.post("/bots", {
      full_name: "Weather",
      short_name: "weather",
      default_sending_stream: "general",
    });
    expect(body).toEqual(
      success({
        user_id: expect.any(Number),
        api_key: expect.stringMatching(/^\w{32}$/),
        avatar_url: expect.any(String),
        default_sending_stream: "general",
        default_events_register_stream: null,
        default_all_public_streams: false,
      }),
    );
    const me = await whoIs("weather-bot@chat.example.com", body.api_key);
    expect(me.body).toMatchObject({ user_id: body.user_id, is_bot: true, bot_type: 1, bot_owner_id: ann.id });
    expect(await everyone()).toEqual([
      {
        type: "realm_user",
        op: "add",
        person: expect.objectContaining({ user_id: body.user_id, is_bot: true }),
      },
    ]);
    expect(await ownersEvents()).toEqual([
      {
        type: "realm_bot",
        op: "add",
        bot: expect.objectContaining({
          user_id: body.user_id,
          default_sending_stream: "general",
          services: [],
        }),
      },
    ]);
    expect((await ann.get("/bots")).body.bots).toEqual([
      expect.objectContaining({
        username: "weather-bot@chat.example.com",
        full_name: "Weather",
        api_key: body.api_key,
      }),
    ]);
    expect((await ben.get("/bots")).body.bots).toEqual([]);
    const { realm_bots } = (await owner.post("/register", { event_types: ["realm_bot"] })).body;
    expect(realm_bots).toEqual([expect.objectContaining({ user_id: body.user_id, owner_id: ann.id })]);
  });

  test("outgoing webhooks list their service; incoming webhooks can only send messages", async () => {
    const url = "https://hooks.example.com/x";
    const outgoing = await newBot(ann, { bot_type: 3, payload_url: JSON.stringify(url), interface_type: 2 });
    const { realm_bots } = (await ann.post("/register", { event_types: ["realm_bot"] })).body;
    expect(realm_bots.find(({ user_id }: { user_id: number }) => user_id === outgoing.id).services).toEqual([
      { base_url: url, interface: 2, token: expect.stringMatching(/^\w{32}$/) },
    ]);
    const incoming = await newBot(ann, { bot_type: 2, config_data: { token: "x" } });
    const client = server.clientOf(incoming);
    const sent = await client.post("/messages", { type: "channel", to: "general", topic: "t", content: "x" });
    expect(sent.body.result).toBe("success");
    expect((await client.get("/users/me")).body).toEqual(
      failure("This API is not available to incoming webhook bots."),
    );
  });
});

describe("changing bots", () => {
  test("owners can change their bots, and those concerned get events", async () => {
    const bot = await newBot(ann, { bot_type: 3, payload_url: '"https://a.example"' });
    const [ownersEvents, everyone] = [
      await listenTo(ann, ["realm_bot"]),
      await listenTo(ben, ["realm_user", "realm_bot"]),
    ];
    const { body } = await ann.patch(`/bots/${bot.id}`, {
      full_name: "Changed",
      service_payload_url: '"https://b.example"',
      config_data: { a: "b" },
      default_all_public_streams: true,
      default_events_register_stream: "random",
    });
    expect(body).toMatchObject({
      full_name: "Changed",
      service_payload_url: "https://b.example",
      config_data: { a: "b" },
      default_all_public_streams: true,
      default_events_register_stream: "random",
      bot_owner: ann.email,
    });
    expect(await everyone()).toEqual([
      { type: "realm_user", op: "update", person: { user_id: bot.id, full_name: "Changed" } },
    ]);
    expect(await ownersEvents()).toEqual([
      { type: "realm_bot", op: "update", bot: { user_id: bot.id, full_name: "Changed" } },
      {
        type: "realm_bot",
        op: "update",
        bot: expect.objectContaining({ default_events_register_stream: "random" }),
      },
    ]);
    expect((await ann.patch(`/bots/${bot.id}`, { default_events_register_stream: "" })).body).toMatchObject({
      default_events_register_stream: null,
    });
  });

  test("administrators can give a bot to another owner", async () => {
    const bot = await newBot(ann);
    const [bensEvents, everyone] = [
      await listenTo(ben, ["realm_bot"]),
      await listenTo(owner, ["realm_user"]),
    ];
    expect((await owner.patch(`/bots/${bot.id}`, { bot_owner_id: ben.id })).body).toMatchObject({
      bot_owner: ben.email,
    });
    expect(await bensEvents()).toEqual([
      { type: "realm_bot", op: "add", bot: expect.objectContaining({ user_id: bot.id, owner_id: ben.id }) },
    ]);
    expect(await everyone()).toEqual([
      { type: "realm_user", op: "update", person: { user_id: bot.id, bot_owner_id: ben.id } },
    ]);
    expect((await ann.patch(`/bots/${bot.id}`, { full_name: "Mine?" })).body).toEqual(
      failure("Insufficient permission"),
    );
  });

  test("shows and regenerates keys; the old key stops working", async () => {
    const bot = await newBot(ann);
    expect((await owner.get(`/bots/${bot.id}/api_key`)).body).toEqual(success({ api_key: bot.api_key }));
    const { body } = await ann.post(`/bots/${bot.id}/api_key/regenerate`);
    expect((await whoIs(bot.email, bot.api_key)).status).toBe(401);
    expect((await whoIs(bot.email, body.api_key)).status).toBe(200);
    expect((await ann.delete(`/bots/${bot.id}`)).body).toEqual(success());
    expect((await whoIs(bot.email, body.api_key)).body.code).toBe("USER_DEACTIVATED");
    expect((await ann.get(`/bots/${bot.id}/api_key`)).body).toEqual(failure("No such bot"));
    expect((await ann.delete(`/bots/${bot.id}`)).body).toEqual(failure("No such bot"));
  });
});

describe("bots of owners", () => {
  test("are demoted along with their owner", async () => {
    const otto = await server.newMember("Otto");
    const bot = await newBot(otto);
    await owner.patch(`/users/${otto.id}`, { role: 600 }).expect(200);
    const { body } = await whoIs(bot.email, bot.api_key);
    expect(body.role).toBe(600);
  });
});

describe("an administrator", () => {
  test("gives a bot more rights than its owner has, up to their own, and the owner can't read or renew its key then", async () => {
    const ada = await server.newMember("Ada");
    await owner.patch(`/users/${ada.id}`, { role: 200 }).expect(200);
    const bot = await newBot(ben);
    expect((await ben.patch(`/bots/${bot.id}`, { role: 200 })).body.msg).toBe(
      "Must be an organization administrator",
    );
    expect((await ada.patch(`/bots/${bot.id}`, { role: 100 })).body.msg).toBe(
      "Must be an organization owner",
    );
    await ada.patch(`/bots/${bot.id}`, { role: 200 }).expect(200);
    for (const refused of [
      await ben.get(`/bots/${bot.id}/api_key`),
      await ben.post(`/bots/${bot.id}/api_key/regenerate`),
      await ben.patch(`/bots/${bot.id}`, { bot_owner_id: ann.id }),
    ])
      expect(refused.body).toEqual(failure("Insufficient permission"));
    const { body } = await ada.get(`/bots/${bot.id}/api_key`);
    const makeOwner = async (key: string): Promise<string> => {
      const asBot = request(server.http).patch(`/api/v1/users/${ben.id}`).auth(bot.email, key);
      return (await asBot.type("form").send({ role: 100 })).body.msg;
    };
    // The owner knew the key that it had before. Nobody gets more than an administrator's rights by the new one.
    expect(await makeOwner(bot.api_key)).toBe("Invalid API key");
    expect(await makeOwner(body.api_key)).toBe("Must be an organization owner");
  });
});

test("a bot's former owner gets an event that removes it", async () => {
  const dee = await server.newMember("Dee");
  const created = (await dee.post("/bots", { full_name: "Helper", short_name: "helper" })).body;
  const [lost, admin, other] = [
    await listenTo(dee, ["realm_bot"]),
    await listenTo(owner, ["realm_bot"]),
    await listenTo(ben, ["realm_bot"]),
  ];
  await owner.patch(`/bots/${created.user_id}`, { bot_owner_id: ben.id }).expect(200);
  expect(await lost()).toEqual([{ type: "realm_bot", op: "delete", bot: { user_id: created.user_id } }]);
  expect(await admin()).toMatchObject([{ op: "update", bot: { user_id: created.user_id } }]);
  expect(await other()).toMatchObject([{ op: "add", bot: { user_id: created.user_id } }]);
});

test("a bot's channels have no names for an owner who may no longer see them", async () => {
  const { id } = (
    await owner.post("/channels/create", {
      name: "plain",
      invite_only: true,
      subscribers: [owner.id, ann.id],
    })
  ).body;
  const defaults = { default_sending_stream: "plain", default_events_register_stream: "plain" };
  const bot = await newBot(ann, defaults);
  const left = { subscriptions: ["plain"], principals: [ann.id] };
  expect((await owner.delete("/users/me/subscriptions", left)).body.result).toBe("success");
  await owner.patch(`/streams/${id}`, { new_name: "layoffs" });
  const named = (who: Client) =>
    Promise.all([
      who.post("/register", { fetch_event_types: ["realm_bot"], event_types: [] }),
      who.get("/bots"),
      who.patch(`/bots/${bot.id}`, { full_name: "Renamed" }),
    ]);
  expect(JSON.stringify((await named(ann)).map(({ body }) => body))).not.toContain("layoffs");
  expect(JSON.stringify((await named(owner)).map(({ body }) => body))).toContain("layoffs");
});

test("administrators get neither the secrets of a bot with more rights than theirs, nor its owner's hidden address", async () => {
  const abe = await server.newMember("Abe");
  await owner.patch(`/users/${abe.id}`, { role: 200 });
  await owner.patch("/settings", { email_address_visibility: 4 });
  const events = await listenTo(abe, ["realm_bot"]);
  const payload = "https://bot.example/secret";
  const bot = await newBot(owner, { bot_type: 3, payload_url: JSON.stringify(payload) });
  const { body: renamed } = await abe.patch(`/bots/${bot.id}`, { full_name: "Named by Abe" });
  const registered = await abe.post("/register", { fetch_event_types: ["realm_bot"], event_types: [] });
  expect(renamed).toMatchObject({ full_name: "Named by Abe", service_payload_url: null, config_data: {} });
  const shown = JSON.stringify([renamed, registered.body, await events()]);
  expect(shown).toContain("Named by Abe");
  const own = await owner.post("/register", { fetch_event_types: ["realm_bot"], event_types: [] });
  const [service] = own.body.realm_bots.find(
    ({ user_id }: { user_id: number }) => user_id === bot.id,
  ).services;
  expect(service).toMatchObject({ base_url: payload, token: expect.stringMatching(/^\w{32}$/) });
  for (const secret of [payload, service.token, owner.email]) expect(shown).not.toContain(secret);
  await owner.patch("/settings", { email_address_visibility: 1 });
});
