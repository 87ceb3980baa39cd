import { encodeEvent } from "../../src/domain/event-codec";
import { aMessage, aMessageSent } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { logAsStored } from "../support/knex-persistence";
import { failure } from "../support/queue";

/** Events in the log that another version of the program put there, and clients that wait for them. */
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
const gone = ({ queue_id }: Queue) =>
  failure(`Bad event queue ID: ${queue_id}`, "BAD_EVENT_QUEUE_ID", { queue_id });
const log = (...events: readonly unknown[]) => logAsStored(server.database.db, server.realmId, events);
const general = { kind: "channel", id: 1, channelId: 1 } as const;

/** As the first version logged it. */
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

/** Another process, which has not heard of the events and reads the log from the beginning of the queue. */
const afterUpgrade = async (who: Client): Promise<Client> => {
  two = await server.restarted();
  return two.clientOf(who);
};

test("a queue that waits over an upgrade is told what the older version logged", async () => {
  const queue = await register(server.owner);
  await log(firstForm("from long ago"));
  const { body } = await poll(queue, await afterUpgrade(server.owner));
  expect(body.events).toMatchObject([
    { type: "message", message: { content: "from long ago", reactions: [] } },
  ]);
});

test("a queue ends where what comes next can't be read, and its client registers anew", async () => {
  const queue = await register(server.owner);
  await log(firstForm("before"), { type: "moon_eclipsed", v: 3 }, firstForm("after"));
  const owner = await afterUpgrade(server.owner);
  const { status, body } = await poll(queue, owner);
  expect([status, body]).toEqual([400, gone(queue)]);
  const { rows } = await server.database.db.raw("SELECT id FROM event_queues");
  expect(rows).toEqual([]);

  const anew = await register(owner);
  await owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "hello" });
  const { events } = (await poll(anew, owner)).body;
  expect(events).toMatchObject([{ type: "message", message: { content: "hello" } }]);
});

test.each([
  [
    "a field that is required is missing",
    { type: "message_sent", v: 2, marks: {}, beginsConversation: false },
  ],
  ["it is no event", 5],
  ["its version is no version", { ...encodeEvent(aMessageSent()), v: "x" }],
])("a queue that is polled on a running node ends as well where %s", async (_, stored) => {
  const queue = await register(server.owner);
  const other = await server.newMember("Other");
  const waiting = poll(queue, server.owner, {}).then((answer) => answer.body);
  await log(stored);
  const sent = await other.post("/messages", { type: "channel", to: "general", topic: "t", content: "hi" });
  expect(sent.body.result).toBe("success");
  const first = await waiting;
  const answer = first.result === "error" ? first : (await poll(queue, server.owner)).body;
  expect(answer).toEqual(gone(queue));
});

test("the state goes on over an event that can't be read, on each node", async () => {
  const there = await afterUpgrade(server.owner);
  await there.get("/users/me");
  await log({ type: "moon_eclipsed" });
  expect((await server.owner.patch("/realm", { name: "Renamed" })).body.result).toBe("success");
  expect((await there.patch("/realm", { description: "Described" })).body.result).toBe("success");
  for (const owner of [there, server.owner]) {
    await owner.patch("/settings", { enter_sends: true });
    const { body } = await owner.post("/register", { fetch_event_types: ["realm"] });
    expect(body).toMatchObject({ realm_name: "Renamed", realm_description: "Described" });
  }
});

test("a queue ends where what leads back to its time can't be read; others go on, and anybody registers", async () => {
  const { owner } = server;
  const early = await register(owner);
  await owner.patch("/settings", { full_name: "Olive Renamed" });
  const late = await register(owner);
  await server.database.db.raw('UPDATE events SET undo = \'[{"part":"moon"}]\' WHERE undo IS NOT NULL');
  const there = await afterUpgrade(owner);
  expect((await poll(early, there)).body).toEqual(gone(early));
  await there.post("/messages", { type: "channel", to: "general", topic: "t", content: "hello" });
  const hello = [{ type: "message", message: { content: "hello" } }];
  expect((await poll(late, there)).body.events).toMatchObject(hello);
  expect((await there.post("/register", { event_types: ["message"] })).body.result).toBe("success");
  const { rows } = await server.database.db.raw("SELECT id FROM event_queues WHERE id = ?", [early.queue_id]);
  expect(rows).toEqual([]);
});
