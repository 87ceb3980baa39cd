import request from "supertest";
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

test("a user's channel list", async () => {
  const { body } = await ben.get(`/users/${owner.id}/channels`);
  expect(body).toEqual(success({ subscribed_channel_ids: [1, 2] }));
});

test("a welcome message can be previewed by its author", async () => {
  const form = { welcome_message_custom_text: "Welcome, **you**!" };
  const { body } = await owner.post("/realm/test_welcome_bot_custom_message", form);
  expect(body).toEqual(success({ message_id: expect.any(Number) }));
  const { message } = (await owner.get(`/messages/${body.message_id}`, { apply_markdown: false })).body;
  expect([message.sender_full_name, message.content]).toEqual([
    "Notification Bot",
    form.welcome_message_custom_text,
  ]);
});

test("slash commands change settings and report what they did", async () => {
  const run = async (command: string) => (await ben.post("/zcommand", { command })).body;
  const events = await listenTo(ben, ["user_settings"]);
  expect(await run("/ping")).toEqual(success());
  expect((await run("/dark")).msg).toContain("dark theme");
  expect((await run("/light")).msg).toContain("light theme");
  expect((await run("/fluid-width")).result).toBe("success");
  expect(await events()).toMatchObject([
    { property: "color_scheme", value: 2 },
    { property: "color_scheme", value: 3 },
    { property: "fluid_layout_width", value: true },
  ]);
  expect(await run("dark")).toEqual(failure("There should be a leading slash in the zcommand."));
  expect(await run("/toString")).toEqual(failure("No such command: toString"));
  expect((await run(`/${"x".repeat(300)}`)).msg).toBe("command is too long (limit: 200 characters)");
});

test("programs can ask without login whether they are new enough", async () => {
  for (const path of ["/compatibility", "/api/v1/compatibility"]) {
    const ask = (client: string) => request(server.http).get(path).set("User-Agent", client);
    expect((await ask("ZulipMobile/30.0")).body).toEqual(success());
    const old = await ask("ZulipInvalid/5.0");
    expect([old.status, old.body]).toEqual([400, failure("Client is too old")]);
  }
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

test("exports and summaries are refused with an explanation", async () => {
  await ben.patch("/settings", { allow_private_data_export: true }).expect(200);
  expect((await owner.get("/export/realm")).body).toEqual({ ...success(), exports: [] });
  const { body } = await owner.get("/export/realm/consents");
  const consent = (user_id: number, consented: boolean) => ({
    user_id,
    consented,
    email_address_visibility: 1,
  });
  expect(body.export_consents).toEqual(
    expect.arrayContaining([consent(owner.id, false), consent(ben.id, true)]),
  );
  expect((await owner.post("/export/realm", { export_type: "public" })).body).toEqual(
    failure("This server doesn't offer exports through the API. Ask its operator."),
  );
  expect((await owner.get("/messages/summary", { narrow: [] })).body).toEqual(
    failure("AI features are not enabled on this server."),
  );
});
