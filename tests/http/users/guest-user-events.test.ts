import { aUser } from "../../support/builders/entities";
import { listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let gina: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [ben, cleo, gina] = [
    await server.newMember("Ben"),
    await server.newMember("Cleo"),
    await server.newMember("Gina"),
  ];
  const { subscriptions } = (await gina.get("/users/me/subscriptions")).body;
  const names = subscriptions.map(({ name }: { name: string }) => name);
  await gina.delete("/users/me/subscriptions", { subscriptions: names });
  await cleo.post("/users/me/status", { status_text: "at sea" });
  await limit(false);
  await owner.patch(`/users/${gina.id}`, { role: 600 });
  await owner.post("/channels/create", { name: "shared", subscribers: [owner.id, gina.id] });
});
afterAll(() => server.stop());
beforeEach(() => limit(false));

const limit = (isLimited: boolean) =>
  owner.patch("/realm", { can_access_all_users_group: { new: isLimited ? 3 : 2 } });

type PersonEvent = { op: string; person: { user_id: number; full_name: string } };

/** The users a client gets added and removed. */
const people = async (client: Client) => {
  const events = await listenTo(client, ["realm_user"]);
  return async () =>
    ((await events()) as PersonEvent[])
      .filter(({ op }) => op !== "update")
      .map(({ op, person }) => [op, person.user_id, person.full_name]);
};
const hiddenName = "Unknown user";

test("a guest gets events when users become hidden and when they become visible again", async () => {
  const [ofGina, ofBen] = [await people(gina), await people(ben)];
  await limit(true);
  expect(await ofGina()).toEqual([
    ["remove", ben.id, hiddenName],
    ["remove", cleo.id, hiddenName],
  ]);
  await limit(false);
  expect(await ofGina()).toEqual([
    ["add", ben.id, "Ben"],
    ["add", cleo.id, "Cleo"],
  ]);
  expect(await ofBen()).toEqual([]);
});

test("events that hide or show users to a guest include their statuses", async () => {
  const statuses = await listenTo(gina, ["user_status"]);
  await limit(true);
  expect(await statuses()).toMatchObject([{ user_id: cleo.id, status_text: "" }]);
  await limit(false);
  expect(await statuses()).toMatchObject([{ user_id: cleo.id, status_text: "at sea" }]);
});

test("a user who becomes a guest, or stops being one, gets events for users who become hidden or visible", async () => {
  await limit(true);
  const events = await people(gina);
  await owner.patch(`/users/${gina.id}`, { role: 400 });
  expect(await events()).toEqual([
    ["add", ben.id, "Ben"],
    ["add", cleo.id, "Cleo"],
  ]);
  await owner.patch(`/users/${gina.id}`, { role: 600 });
  expect(await events()).toEqual([
    ["remove", ben.id, hiddenName],
    ["remove", cleo.id, hiddenName],
  ]);
});

test("events for more users than fit in one come in several", async () => {
  const crowd = Array.from({ length: 1_200 }, (_, index) =>
    aUser({ id: 1000 + index, email: `p${index}@example.com`, fullName: `Person ${index}` }),
  );
  await server.append(...crowd.map((user) => ({ type: "user_created" as const, user })));
  const events = await people(gina);
  const all = async (): Promise<number> => {
    let count = 0;
    for (let more = await events(); more.length > 0; more = await events()) count += more.length;
    return count;
  };
  await limit(true);
  expect(await all()).toBe(1_202);
  await limit(false);
  expect(await all()).toBe(1_202);
});

test("a guest learns of a sender once, with their first direct message", async () => {
  await limit(true);
  const events = await people(gina);
  await ben.post("/messages", { type: "direct", to: [gina.id], content: "hello" });
  expect(await events()).toEqual([["add", ben.id, "Ben"]]);
  await ben.post("/messages", { type: "direct", to: [gina.id], content: "again" });
  expect(await events()).toEqual([]);
});

test("a guest who asks for a hidden user's address doesn't learn that it is taken", async () => {
  await limit(true);
  const ask = async (email: string) => (await gina.patch("/settings", { email })).body;
  expect(await ask("nobody.has.it@example.org")).toMatchObject({ result: "success" });
  expect(await ask(cleo.email)).toMatchObject({ result: "success" });
  await limit(false);
  expect(await ask(cleo.email)).toMatchObject({ result: "error", msg: "Already has an account." });
});
