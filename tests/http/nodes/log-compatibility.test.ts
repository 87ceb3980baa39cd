import { encodeLoggedEvent } from "../../../src/domain/events/event-codec";
import { aMessage, aMessageSent } from "../../support/builders/entities";
import { failure } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { logAsStored } from "../../support/storage/knex-persistence";

/** Events that another version of the program logged, and the clients that wait for them. */
let server: TestServer;
let two: TestServer | undefined;

beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => {
  two?.http.close();
  await two?.close();
  two = undefined;
  await server.stop();
});

interface Queue {
  readonly queue_id: string;
  readonly last_event_id: number;
}

const register = async (who: Client): Promise<Queue> =>
  (await who.post("/register", { event_types: ["message", "realm_user"] })).body;
const poll = ({ queue_id, last_event_id }: Queue, who: Client, more: object = { dont_block: true }) =>
  who.get("/events", { queue_id, last_event_id, ...more });
const endedQueue = ({ queue_id }: Queue) =>
  failure(`Bad event queue ID: ${queue_id}`, "BAD_EVENT_QUEUE_ID", { queue_id });
const log = (...events: readonly unknown[]) => logAsStored(server.database.db, server.realmId, events);
const general = { kind: "channel", id: 1, channelId: 1 } as const;

/** An event in the format of the first version. */
const firstForm = (content: string) => {
  const {
    reactions: _,
    edits: __,
    submessages: ___,
    rendererVersion: ____,
    ...message
  } = aMessage({
    id: 900,
    conversation: general,
    senderId: server.owner.id,
    content,
  });
  return { type: "message_sent", message, marks: {}, beginsConversation: false };
};

/** Another process that hasn't seen the events and reads the log from the queue's start. */
const afterUpgrade = async (who: Client): Promise<Client> => {
  two = await server.restarted();
  return two.clientOf(who);
};

test("a queue that waits through an upgrade delivers events of the older version", async () => {
  const queue = await register(server.owner);
  await log(firstForm("from long ago"));
  const { body } = await poll(queue, await afterUpgrade(server.owner));
  expect(body.events).toMatchObject([
    { type: "message", message: { content: "from long ago", reactions: [] } },
  ]);
});

test("a queue ends at an unreadable event, and its client registers again", async () => {
  const queue = await register(server.owner);
  await log(firstForm("before"), { type: "moon_eclipsed", v: 3 }, firstForm("after"));
  const owner = await afterUpgrade(server.owner);
  const { status, body } = await poll(queue, owner);
  expect([status, body]).toEqual([400, endedQueue(queue)]);
  const { rows } = await server.database.db.raw("SELECT id FROM event_queues");
  expect(rows).toEqual([]);

  const renewed = await register(owner);
  await owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "hello" });
  const { events } = (await poll(renewed, owner)).body;
  expect(events).toMatchObject([{ type: "message", message: { content: "hello" } }]);
});

test.each([
  ["an event lacks a required field", { type: "message_sent", v: 2, marks: {}, beginsConversation: false }],
  ["an event is not an object", 5],
  ["an event's version is not a number", { ...encodeLoggedEvent(aMessageSent()), v: "x" }],
])("a polled queue on a running node also ends if %s", async (_, stored) => {
  const queue = await register(server.owner);
  const other = await server.newMember("Other");
  const waiting = poll(queue, server.owner, {}).then((answer) => answer.body);
  await log(stored);
  const sent = await other.post("/messages", { type: "channel", to: "general", topic: "t", content: "hi" });
  expect(sent.body.result).toBe("success");
  const first = await waiting;
  const answer = first.result === "error" ? first : (await poll(queue, server.owner)).body;
  expect(answer).toEqual(endedQueue(queue));
});

test("every node's state skips an unreadable event", async () => {
  const upgraded = await afterUpgrade(server.owner);
  await upgraded.get("/users/me");
  await log({ type: "moon_eclipsed" });
  expect((await server.owner.patch("/realm", { name: "Renamed" })).body.result).toBe("success");
  expect((await upgraded.patch("/realm", { description: "Described" })).body.result).toBe("success");
  for (const owner of [upgraded, server.owner]) {
    await owner.patch("/settings", { enter_sends: true });
    const { body } = await owner.post("/register", { fetch_event_types: ["realm"] });
    expect(body).toMatchObject({ realm_name: "Renamed", realm_description: "Described" });
  }
});

test("a queue ends if its past state can't be rebuilt; other queues go on, and clients can register", async () => {
  const { owner } = server;
  const early = await register(owner);
  await owner.patch("/settings", { full_name: "Olive Renamed" });
  const late = await register(owner);
  await server.database.db.raw('UPDATE events SET undo = \'[{"part":"moon"}]\' WHERE undo IS NOT NULL');
  const upgraded = await afterUpgrade(owner);
  expect((await poll(early, upgraded)).body).toEqual(endedQueue(early));
  await upgraded.post("/messages", { type: "channel", to: "general", topic: "t", content: "hello" });
  const hello = [{ type: "message", message: { content: "hello" } }];
  expect((await poll(late, upgraded)).body.events).toMatchObject(hello);
  expect((await upgraded.post("/register", { event_types: ["message"] })).body.result).toBe("success");
  const { rows } = await server.database.db.raw("SELECT id FROM event_queues WHERE id = ?", [early.queue_id]);
  expect(rows).toEqual([]);
});
