import { type Client, startServer, type TestServer } from "../../support/http/http-application";

/** Clients with queues that survive a restart of the server. */
let server: TestServer;
const others: TestServer[] = [];

beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => {
  for (const other of others.splice(0)) {
    other.http.close();
    await other.close();
  }
  await server.stop();
});

const startedAt = async (time: number, webBuild: string | null = null): Promise<TestServer> => {
  const other = await server.restarted(undefined, { startedAt: time, webBuild });
  others.push(other);
  return other;
};

interface Polled {
  readonly events: readonly ({ readonly type: string; readonly id: number } & Record<string, unknown>)[];
  readonly lastId: number;
}

const poll = async (who: Client, queueId: string, lastId: number): Promise<Polled> => {
  const answer = await who.get("/events", { queue_id: queueId, last_event_id: lastId, dont_block: true });
  const { events } = answer.body;
  for (const [index, { id }] of events.entries())
    expect(id).toBeGreaterThan(index === 0 ? lastId : events[index - 1].id);
  return { events, lastId: events.at(-1)?.id ?? lastId };
};

const register = async (who: Client, types?: readonly string[]) => {
  const { body } = await who.post("/register", {
    ...(types && { event_types: types }),
    fetch_event_types: [],
  });
  return { id: body.queue_id as string, lastId: body.last_event_id as number };
};

const restart = (time: number) => ({
  type: "restart",
  zulip_feature_level: 512,
  server_generation: time,
  zulip_version: expect.any(String),
  zulip_merge_base: expect.any(String),
});

test("a client whose queue survives a restart gets one event for it, and one for a new web client", async () => {
  const queue = await register(server.owner);
  const second = (await startedAt(100, "a build")).clientOf(server.owner);
  const first = await poll(second, queue.id, queue.lastId);
  expect(first.events).toMatchObject([restart(100), { type: "web_reload_client", immediate: false }]);
  // A repeated poll gets a lost answer again.
  expect((await poll(second, queue.id, queue.lastId)).events).toEqual(first.events);
  expect((await poll(second, queue.id, first.lastId)).events).toEqual([]);
});

test("an unchanged web client needs no reload after a restart", async () => {
  const queue = await register((await startedAt(100, "a build")).clientOf(server.owner));
  const { events } = await poll(
    (await startedAt(200, "a build")).clientOf(server.owner),
    queue.id,
    queue.lastId,
  );
  expect(events).toMatchObject([restart(200)]);
});

test("events from before the restart come first, and later events follow", async () => {
  const queue = await register(server.owner, ["message", "restart"]);
  const say = (content: string, who = server.owner) =>
    who.post("/messages", { type: "channel", to: "general", topic: "t", content });
  await say("before");
  const owner = (await startedAt(100)).clientOf(server.owner);
  const { events, lastId } = await poll(owner, queue.id, queue.lastId);
  expect(events).toMatchObject([{ message: { content: "before" } }, restart(100)]);
  await say("after", owner);
  expect((await poll(owner, queue.id, lastId)).events).toMatchObject([{ message: { content: "after" } }]);
});

test("a second process of the same start doesn't repeat a restart event", async () => {
  const queue = await register(server.owner, ["restart"]);
  const second = await startedAt(100);
  const { lastId } = await poll(second.clientOf(server.owner), queue.id, queue.lastId);
  await poll(second.clientOf(server.owner), queue.id, lastId);
  await second.services.liveQueues.settleQueues();
  const { events } = await poll((await startedAt(100)).clientOf(server.owner), queue.id, lastId);
  expect(events).toEqual([]);
});

test("a node started earlier sends no restart event", async () => {
  const queue = await register((await startedAt(100)).clientOf(server.owner));
  expect((await poll(server.owner, queue.id, queue.lastId)).events).toEqual([]);
});

test("a client that requested other events gets no restart event", async () => {
  const queue = await register(server.owner, ["message"]);
  expect(
    (await poll((await startedAt(100, "b")).clientOf(server.owner), queue.id, queue.lastId)).events,
  ).toEqual([]);
});

test("a queue from a version without start times gets a restart event", async () => {
  const queue = await register(server.owner, ["restart"]);
  await server.database.db.raw("UPDATE event_queues SET heard_run_of = NULL");
  const { events } = await poll((await startedAt(0)).clientOf(server.owner), queue.id, queue.lastId);
  expect(events).toMatchObject([restart(0)]);
});

test("registration returns the server's start", async () => {
  const { body } = await (await startedAt(100))
    .clientOf(server.owner)
    .post("/register", { fetch_event_types: ["realm"], event_types: [] });
  expect(body.server_generation).toBe(100);
});
