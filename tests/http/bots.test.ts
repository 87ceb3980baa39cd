import request from "supertest";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

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

  test.each<[string, object, object]>([
    ["a taken address", { short_name: "weather" }, failure("Username already in use")],
    ["a bad address", { short_name: "a b" }, failure("Bad name or username")],
    ["no address", { short_name: "" }, failure("Bad name or username")],
    ["a bot's name", { full_name: "WEATHER" }, failure("Name is already in use.")],
    ["a bad name", { full_name: "**" }, failure("Invalid characters in name!")],
    ["an unknown type", { bot_type: 9 }, failure("Invalid bot type")],
    ["an embedded program", { bot_type: 4 }, failure("Embedded bots are not enabled.")],
    ["no payload URL", { bot_type: 3 }, failure("payload_url is not a URL")],
    [
      "an unknown interface type",
      { bot_type: 3, payload_url: '"http://x.example"', interface_type: 7 },
      failure("Invalid interface type"),
    ],
    ["an unknown channel", { default_sending_stream: "none" }, failure("Invalid channel name 'none'")],
  ])("refuses %s", async (_what, more, expected) => {
    const { status, body } = await ann.post("/bots", { full_name: "Never", short_name: "never", ...more });
    expect([status, body]).toEqual([400, expected]);
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

  test("who may create bots is a setting, and incoming webhooks have one of their own", async () => {
    await owner.patch("/realm", {
      can_create_bots_group: { new: 6 },
      can_create_write_only_bots_group: { new: 3 },
    });
    const form = { full_name: "Refused", short_name: "refused" };
    expect((await ann.post("/bots", form)).body).toEqual(failure("Insufficient permission"));
    expect((await ann.post("/bots", { ...form, bot_type: 2 })).body.result).toBe("success");
    await owner.patch("/realm", { can_create_bots_group: { new: 3 } });
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

  test("giving a bot away requires permission to manage its new owner, and ends the bot's key", async () => {
    const bot = await newBot(ann);
    for (const other of [owner, ben])
      expect((await ann.patch(`/bots/${bot.id}`, { bot_owner_id: other.id })).body).toEqual(
        failure("Insufficient permission"),
      );
    expect((await whoIs(bot.email, bot.api_key)).status).toBe(200);
    expect((await owner.patch(`/bots/${bot.id}`, { bot_owner_id: ben.id })).body.result).toBe("success");
    expect((await whoIs(bot.email, bot.api_key)).status).toBe(401);
  });

  test("a member's bot gains no access to an owner's private channel by naming that owner as its own", async () => {
    const bot = await newBot(ann);
    await owner.post("/channels/create", { name: "board", invite_only: true, subscribers: [owner.id] });
    await ann.patch(`/bots/${bot.id}`, { bot_owner_id: owner.id });
    const { body } = await request(server.http)
      .post("/api/v1/messages")
      .auth(bot.email, bot.api_key)
      .type("form")
      .send({ type: "channel", to: "board", topic: "x", content: "x" });
    expect(body.code).toBe("STREAM_DOES_NOT_EXIST");
  });

  test("nobody can read or renew the key of a bot with more rights than their own", async () => {
    const bot = await newBot(ann);
    const administrator = await server.newMember("Adam");
    await owner.patch(`/users/${administrator.id}`, { role: 200 });
    await owner.patch(`/users/${bot.id}`, { role: 100 });
    for (const caller of [ann, administrator]) {
      const refusal = failure("Insufficient permission");
      expect((await caller.get(`/bots/${bot.id}/api_key`)).body).toEqual(refusal);
      expect((await caller.post(`/bots/${bot.id}/api_key/regenerate`)).body).toEqual(refusal);
      expect((await caller.patch(`/bots/${bot.id}`, { full_name: "Mine" })).body).toEqual(refusal);
    }
    const { bots } = (await ann.get("/bots")).body as { bots: { user_id: number; api_key?: string }[] };
    expect(bots.find(({ user_id }) => user_id === bot.id)?.api_key).toBeUndefined();
    expect((await owner.get(`/bots/${bot.id}/api_key`)).body.result).toBe("success");
  });

  test("an administrator can't read the key of an owner's bot", async () => {
    const bot = await newBot(owner);
    const administrator = await server.newMember("Ada");
    await owner.patch(`/users/${administrator.id}`, { role: 200 });
    expect((await administrator.get(`/bots/${bot.id}/api_key`)).body).toEqual(
      failure("Insufficient permission"),
    );
  });

  test("a new short name changes the bot's address", async () => {
    const bot = await newBot(ann);
    expect((await ann.patch(`/bots/${bot.id}`, { short_name: "moved" })).body.result).toBe("success");
    expect((await whoIs("moved-bot@chat.example.com", bot.api_key)).status).toBe(200);
    expect((await ann.patch(`/bots/${bot.id}`, { short_name: "weather" })).body).toEqual(
      failure("Username already in use"),
    );
  });

  test.each<[string, () => Client, object, object]>([
    [
      "a role given by the bot's owner",
      () => ann,
      { role: 300 },
      failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
    ],
    [
      "the owner role given by the bot's owner",
      () => ann,
      { role: 100 },
      failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"),
    ],
    ["an unknown owner", () => ann, { bot_owner_id: 999 }, failure("Failed to change owner, no such user")],
    ["a bot's name", () => ann, { full_name: "Weather" }, failure("Name is already in use.")],
  ])("refuses %s", async (_what, by, change, expected) => {
    const bot = await newBot(ann);
    expect((await by().patch(`/bots/${bot.id}`, change)).body).toEqual(expected);
  });

  test("a bot's owner must be an active person", async () => {
    const [bot, other] = [await newBot(ann), await newBot(ann)];
    expect((await ann.patch(`/bots/${bot.id}`, { bot_owner_id: other.id })).body).toEqual(
      failure("Failed to change owner, bots can't own other bots"),
    );
    const leaver = await server.newMember("Leaver");
    await owner.delete(`/users/${leaver.id}`);
    expect((await ann.patch(`/bots/${bot.id}`, { bot_owner_id: leaver.id })).body).toEqual(
      failure("Failed to change owner, user is deactivated"),
    );
  });

  test("users who aren't bots can't be changed as bots", async () => {
    expect((await owner.patch(`/bots/${ben.id}`, { full_name: "x" })).body).toEqual(failure("No such bot"));
    expect((await owner.patch("/bots/999", { full_name: "x" })).body).toEqual(failure("No such bot"));
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
  test("can't be given away or pointed at another URL by administrators", async () => {
    const admin = await server.newMember("Zelda");
    await owner.patch(`/users/${admin.id}`, { role: 200 }).expect(200);
    const ofOwner = await newBot(owner, {
      bot_type: 3,
      payload_url: JSON.stringify("https://example.com/hook"),
    });
    const change = (form: object) => admin.patch(`/bots/${ofOwner.id}`, form);
    expect((await change({ bot_owner_id: admin.id })).body).toMatchObject(failure("Insufficient permission"));
    const url = JSON.stringify("https://evil.example.com");
    expect((await change({ service_payload_url: url })).body).toMatchObject(
      failure("Insufficient permission"),
    );
    expect((await change({ full_name: "Renamed by an administrator" })).body.result).toBe("success");
    expect((await whoIs(ofOwner.email, ofOwner.api_key)).status).toBe(200);
  });

  test("are demoted along with their owner", async () => {
    const otto = await server.newMember("Otto");
    const bot = await newBot(otto);
    await owner.patch(`/users/${otto.id}`, { role: 600 }).expect(200);
    const { body } = await whoIs(bot.email, bot.api_key);
    expect(body.role).toBe(600);
  });
});
