import { listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ann: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [ann, ben] = [await server.newMember("Ann"), await server.newMember("Ben")];
  await ben.patch("/settings", { email_address_visibility: 3 }).expect(200);
});
afterAll(() => server.stop());

const become = (role: number) => owner.patch(`/users/${ann.id}`, { role }).expect(200);

test("users with a new role get events for the addresses and bots they can now see, or no longer can", async () => {
  const { user_id: botId } = (await ben.post("/bots", { full_name: "Helper", short_name: "helper" })).body;
  const events = await listenTo(ann, ["realm_user", "realm_bot"]);
  await become(200);
  const received = await events();
  expect(received).toContainEqual(
    expect.objectContaining({ op: "update", person: { user_id: ben.id, delivery_email: ben.email } }),
  );
  expect(received).toContainEqual(
    expect.objectContaining({
      type: "realm_bot",
      op: "add",
      bot: expect.objectContaining({ user_id: botId }),
    }),
  );
  await become(400);
  const after = await events();
  expect(after).toContainEqual(
    expect.objectContaining({ op: "update", person: { user_id: ben.id, delivery_email: null } }),
  );
  expect(after).toContainEqual(
    expect.objectContaining({ type: "realm_bot", op: "delete", bot: { user_id: botId } }),
  );
});

test("users who become guests, or stop being guests, get an event for the default channels", async () => {
  const registered = async () =>
    (await ann.post("/register", { fetch_event_types: ["default_streams"] })).body.realm_default_streams;
  const all = await registered();
  expect(all.length).toBeGreaterThan(0);
  const listened = await listenTo(ann, ["default_streams"]);
  const defaults = async () =>
    ((await listened()) as { default_streams: readonly number[] }[]).map((event) => event.default_streams);
  await become(600);
  expect(await defaults()).toEqual([[]]);
  expect(await registered()).toEqual([]);
  await become(400);
  expect(await defaults()).toEqual([all]);
});

test("a new time zone is sent to the user as a setting, and to others as a property of the user", async () => {
  const [own, others] = [await listenTo(ann, ["user_settings"]), await listenTo(ben, ["realm_user"])];
  await ann.patch("/settings", { timezone: "Europe/Vienna" }).expect(200);
  expect(await own()).toEqual([
    expect.objectContaining({ type: "user_settings", property: "timezone", value: "Europe/Vienna" }),
  ]);
  expect(await others()).toEqual([
    expect.objectContaining({ person: expect.objectContaining({ timezone: "Europe/Vienna" }) }),
  ]);
});
