import { followHistory } from "../../../src/adapters/persistence/knex/database/database-history";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
  await followHistory(server.database.db, "");
});
afterEach(() => server.stop());

const begin = async (restore: string): Promise<boolean> => followHistory(server.database.db, restore);
const send = (content: string) =>
  server.owner.post("/messages", { type: "direct", to: [1], content }).expect(200);
const register = async () => {
  const { body } = await server.owner.post("/register", { event_types: ["message"] }).expect(200);
  return { queue_id: body.queue_id, last_event_id: body.last_event_id, dont_block: true };
};
const contentsOf = (events: readonly { readonly message?: { readonly content: string } }[]) =>
  events.flatMap(({ message }) => message?.content ?? []);

test("clients of another history register again, however much has been logged since", async () => {
  const queue = await register();
  await send("lost");
  const { body: before } = await server.owner.get("/events", queue).expect(200);
  const last_event_id = before.events.at(-1).id;
  expect(await begin("restored")).toBe(true);
  await Promise.all(["new 1", "new 2", "new 3"].map(send));
  for (const id of [queue.last_event_id, last_event_id])
    await server.owner.get("/events", { ...queue, last_event_id: id }).expect(400, /BAD_EVENT_QUEUE_ID/);
  const next = await register();
  await send("new 4");
  const { body: after } = await server.owner.get("/events", next).expect(200);
  expect(contentsOf(after.events)).toEqual(["new 4"]);
});

test("a node doesn't go on with a state of another history", async () => {
  const { body } = await server.owner
    .post("/channels/create", { name: "lost", subscribers: [1] })
    .expect(200);
  const isThere = async () => {
    const { body: answer } = await server.owner.get("/users/me/subscriptions").expect(200);
    return answer.subscriptions.some((one: { readonly stream_id: number }) => one.stream_id === body.id);
  };
  expect(await isThere()).toBe(true);
  await server.database.db.raw("DELETE FROM subscriptions WHERE channel_id = ?", [body.id]);
  await begin("restored");
  await send("new");
  expect(await isThere()).toBe(false);
});

test("however many processes follow a history, positions are skipped once", async () => {
  await Promise.all(Array.from({ length: 8 }, () => begin("restored")));
  const position = async () =>
    (await server.database.db.raw("SELECT position FROM realm_heads")).rows[0].position;
  const skipped = await position();
  expect(skipped).toBeLessThan(20_000_000);
  await begin("restored");
  expect(await position()).toBe(skipped);
});

test("a history that was followed in part is followed to its end", async () => {
  const queue = await register();
  await begin("restored");
  await server.database.db.raw("UPDATE database_history SET is_followed = false");
  await server.database.db.raw("UPDATE realm_heads SET history = 0");
  expect(await begin("restored")).toBe(true);
  await send("new");
  await server.owner.get("/events", queue).expect(400, /BAD_EVENT_QUEUE_ID/);
  expect(await begin("restored")).toBe(false);
});

test("a table that was restored from a dump has another history", async () => {
  const queue = await register();
  await server.database.db.raw(
    "UPDATE database_history SET name = replace(name, 'realm_heads'::regclass::oid::text, '1')",
  );
  expect(await begin("")).toBe(true);
  await send("new");
  await server.owner.get("/events", queue).expect(400, /BAD_EVENT_QUEUE_ID/);
});

test("queues go on while the history does, and one is followed once", async () => {
  const queue = await register();
  expect(await begin("")).toBe(false);
  expect(await begin("restored")).toBe(true);
  const next = await register();
  expect(await begin("restored")).toBe(false);
  await send("hello");
  const { body } = await server.owner.get("/events", next).expect(200);
  expect(contentsOf(body.events)).toEqual(["hello"]);
  await server.owner.get("/events", queue).expect(400);
});
