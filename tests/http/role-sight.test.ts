import { type Client, startServer, type TestServer } from "../support/http-application";
import { listenTo } from "../support/queue";

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

test("a new role tells its bearer which addresses and bots they see, and which no longer", async () => {
  const { user_id: botId } = (await ben.post("/bots", { full_name: "Helper", short_name: "helper" })).body;
  const heard = await listenTo(ann, ["realm_user", "realm_bot"]);
  await become(200);
  const told = await heard();
  expect(told).toContainEqual(
    expect.objectContaining({ op: "update", person: { user_id: ben.id, delivery_email: ben.email } }),
  );
  expect(told).toContainEqual(
    expect.objectContaining({
      type: "realm_bot",
      op: "add",
      bot: expect.objectContaining({ user_id: botId }),
    }),
  );
  await become(400);
  const after = await heard();
  expect(after).toContainEqual(
    expect.objectContaining({ op: "update", person: { user_id: ben.id, delivery_email: null } }),
  );
  expect(after).toContainEqual(
    expect.objectContaining({ type: "realm_bot", op: "delete", bot: { user_id: botId } }),
  );
});

test("who becomes a guest, or is none any more, hears of the default channels", async () => {
  const registered = async () =>
    (await ann.post("/register", { fetch_event_types: ["default_streams"] })).body.realm_default_streams;
  const all = await registered();
  expect(all.length).toBeGreaterThan(0);
  const listened = await listenTo(ann, ["default_streams"]);
  const heard = async () =>
    ((await listened()) as { default_streams: readonly number[] }[]).map((event) => event.default_streams);
  await become(600);
  expect(await heard()).toEqual([[]]);
  expect(await registered()).toEqual([]);
  await become(400);
  expect(await heard()).toEqual([all]);
});

test("a new time zone is told to its owner as a setting, and to others as theirs", async () => {
  const [own, others] = [await listenTo(ann, ["user_settings"]), await listenTo(ben, ["realm_user"])];
  await ann.patch("/settings", { timezone: "Europe/Vienna" }).expect(200);
  expect(await own()).toEqual([
    expect.objectContaining({ type: "user_settings", property: "timezone", value: "Europe/Vienna" }),
  ]);
  expect(await others()).toEqual([
    expect.objectContaining({ person: expect.objectContaining({ timezone: "Europe/Vienna" }) }),
  ]);
});
