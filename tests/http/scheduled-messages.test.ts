import { listScheduledMessages } from "../../src/application/scheduled-messages/list-scheduled-messages";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

let server: TestServer;
let ben: Client;
let cleo: Client;
let general: number;
let secret: number;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
  secret = (
    await cleo.post("/channels/create", { name: "secret", invite_only: true, subscribers: [cleo.id] })
  ).body.id;
});
afterAll(() => server.stop());

const someday = 4_000_000_000;
const form = (more: object = {}) => ({
  type: "stream",
  to: general,
  topic: "plans",
  content: "**later**",
  scheduled_delivery_timestamp: someday,
  ...more,
});
const schedule = async (more: object = {}, who = ben) =>
  (await who.post("/scheduled_messages", form(more))).body;
const scheduled = async (more: object = {}): Promise<number> => (await schedule(more)).scheduled_message_id;
const list = async (who = ben): Promise<readonly { readonly scheduled_message_id: number }[]> =>
  (await who.get("/scheduled_messages")).body.scheduled_messages;
const find = async (id: number) => (await list()).find((one) => one.scheduled_message_id === id);
const change = async (id: number, more: object) => (await ben.patch(`/scheduled_messages/${id}`, more)).body;
const inThePast = failure("Scheduled delivery time must be in the future.");
const missing = failure("Scheduled message does not exist");

test("messages can be scheduled, with events for all devices", async () => {
  const events = await listenTo(ben, ["scheduled_messages"]);
  const first = await schedule();
  expect(first).toEqual(success({ scheduled_message_id: expect.any(Number) }));
  const second = await schedule({
    type: "direct",
    to: [cleo.id],
    content: "hi",
    topic: "not used",
    scheduled_delivery_timestamp: someday - 5,
  });
  const toChannel = {
    scheduled_message_id: first.scheduled_message_id,
    type: "stream",
    to: general,
    topic: "plans",
    content: "**later**",
    rendered_content: "<p><strong>later</strong></p>",
    scheduled_delivery_timestamp: someday,
    failed: false,
  };
  const toCleo = {
    scheduled_message_id: second.scheduled_message_id,
    type: "private",
    to: [cleo.id],
    content: "hi",
    rendered_content: "<p>hi</p>",
    scheduled_delivery_timestamp: someday - 5,
    failed: false,
  };
  expect(await list()).toEqual([toCleo, toChannel]);
  expect(await list(cleo)).toEqual([]);
  expect(await events()).toEqual([
    { type: "scheduled_messages", op: "add", scheduled_messages: [toChannel] },
    { type: "scheduled_messages", op: "add", scheduled_messages: [toCleo] },
  ]);
  const { body } = await ben.post("/register", {
    fetch_event_types: ["scheduled_messages"],
    event_types: [],
  });
  expect(body.scheduled_messages).toEqual([toCleo, toChannel]);
});

test("a message that could not be sent now can't be scheduled", async () => {
  const refused: readonly (readonly [object, object])[] = [
    [{ scheduled_delivery_timestamp: 1_000_000_000 }, inThePast],
    [{ content: " " }, failure("Message must not be empty")],
    [{ content: "a\0" }, failure("Message must not contain null bytes")],
    [{ to: [general] }, failure("Invalid data type for channel ID")],
    [{ type: "direct", to: cleo.id }, failure("Invalid data type for recipients")],
    [
      { to: secret },
      failure(`Channel with ID '${secret}' does not exist`, "STREAM_DOES_NOT_EXIST", { stream_id: secret }),
    ],
    [
      { to: 999 },
      failure("Channel with ID '999' does not exist", "STREAM_DOES_NOT_EXIST", { stream_id: 999 }),
    ],
    [{ type: "direct", to: [999] }, failure("Invalid user ID 999")],
    [{ type: "both" }, failure("Invalid type", "REQUEST_VARIABLE_INVALID", { var_name: "type" })],
    [{ to: "general" }, failure("to is not valid JSON", "REQUEST_VARIABLE_INVALID", { var_name: "to" })],
  ];
  const before = (await list()).length;
  for (const [more, answer] of refused) expect(await schedule(more)).toEqual(answer);
  const { body } = await ben.post("/scheduled_messages", { type: "stream", to: general, content: "x" });
  expect(body).toEqual(
    failure("Missing 'scheduled_delivery_timestamp' argument", "REQUEST_VARIABLE_MISSING", {
      var_name: "scheduled_delivery_timestamp",
    }),
  );
  expect(await list()).toHaveLength(before);
});

test("a scheduled message's destination, content and time can change separately, each with an event", async () => {
  const id = await scheduled();
  const events = await listenTo(ben, ["scheduled_messages"]);
  for (const [more, now] of [
    [{ topic: "other" }, { topic: "other", to: general, content: "**later**" }],
    [{ content: "*new*" }, { content: "*new*", rendered_content: "<p><em>new</em></p>", topic: "other" }],
    [{ scheduled_delivery_timestamp: someday + 9 }, { scheduled_delivery_timestamp: someday + 9 }],
    [
      { type: "direct", to: [cleo.id, server.owner.id] },
      { type: "private", to: [1, cleo.id] },
    ],
    [{ to: [ben.id] }, { type: "private", to: [ben.id] }],
    [
      { type: "stream", to: general, topic: "back" },
      { type: "stream", to: general, topic: "back" },
    ],
  ] as const) {
    expect(await change(id, more)).toEqual(success());
    expect(await find(id)).toMatchObject(now);
    expect(await events()).toEqual([
      { type: "scheduled_messages", op: "update", scheduled_message: await find(id) },
    ]);
  }
});

test("an invalid change to a scheduled message has no effect", async () => {
  const id = await scheduled();
  const before = await find(id);
  for (const [more, answer] of [
    [{}, failure("Nothing to change")],
    [{ type: "direct" }, failure("Recipient required when updating type of scheduled message.")],
    [
      { type: "channel", to: general },
      failure("Topic required when updating scheduled message type to channel."),
    ],
    [{ to: [cleo.id] }, failure("Invalid data type for channel ID")],
    [
      { to: secret },
      failure(`Channel with ID '${secret}' does not exist`, "STREAM_DOES_NOT_EXIST", { stream_id: secret }),
    ],
    [{ scheduled_delivery_timestamp: 5 }, inThePast],
    [{ content: "" }, failure("Message must not be empty")],
  ] as const)
    expect(await change(id, more)).toEqual(answer);
  expect(await find(id)).toEqual(before);
  expect(await change(9999, { content: "x" })).toEqual(missing);
  expect((await cleo.patch(`/scheduled_messages/${id}`, { content: "x" })).body).toEqual(missing);
});

test("a scheduled message can be cancelled once, by its author", async () => {
  const id = await scheduled();
  const events = await listenTo(ben, ["scheduled_messages"]);
  expect((await cleo.delete(`/scheduled_messages/${id}`)).body).toEqual(missing);
  expect((await ben.delete(`/scheduled_messages/${id}`)).body).toEqual(success());
  expect(await events()).toEqual([{ type: "scheduled_messages", op: "remove", scheduled_message_id: id }]);
  const again = await ben.delete(`/scheduled_messages/${id}`);
  expect([again.status, again.body]).toEqual([404, missing]);
});

test("a scheduled message is sent on time, even after a restart, and only once by two processes", async () => {
  const soon = Math.floor(Date.now() / 1000) + 1;
  const events = await listenTo(cleo, ["message"]);
  const own = await listenTo(ben, ["scheduled_messages"]);
  const id = await scheduled({
    type: "direct",
    to: [cleo.id],
    content: "in time",
    scheduled_delivery_timestamp: soon,
  });
  const other = await server.restarted();
  const deliver = () => Promise.all([server, other].map(({ services }) => services.jobRunner.runDue()));
  while (Date.now() < soon * 1000) {
    await deliver();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await Promise.all([deliver(), deliver()]);
  await other.close();
  expect(await events()).toMatchObject([
    { type: "message", flags: [], message: { content: "in time", sender_id: ben.id } },
  ]);
  expect(await find(id)).toBeUndefined();
  expect(await own()).toMatchObject([
    { op: "add" },
    { type: "scheduled_messages", op: "remove", scheduled_message_id: id },
  ]);
});

test("a scheduled message that fails notifies its sender and needs a new time", async () => {
  const id = await scheduled();
  const record = (await listScheduledMessages(server.services)({
    realmId: server.realmId,
    userId: ben.id,
    client: "test",
  })()) as { right: readonly { id: number }[] };
  const pending = record.right.find((one) => one.id === id);
  const failed = { ...pending, deliverAt: 1_700_000_000 } as never;
  await server.append({ type: "scheduled_set", userId: ben.id, scheduled: failed, isNew: false });
  const events = await listenTo(ben, ["scheduled_messages", "message"]);
  await server.services.jobRunner.runDue();
  expect(await events()).toMatchObject([
    { type: "scheduled_messages", op: "update", scheduled_message: { failed: true } },
    { type: "message", message: { content: expect.stringContaining("could not be sent") } },
  ]);
  expect(await change(id, { content: "again" })).toEqual(inThePast);
  expect(await change(id, { content: "again", scheduled_delivery_timestamp: someday })).toEqual(success());
  expect(await find(id)).toMatchObject({ failed: false, content: "again" });
});

test("a scheduled message is read for its sender if requested, or depending on the client", async () => {
  const soon = Math.floor(Date.now() / 1000) + 1;
  const time = { scheduled_delivery_timestamp: soon };
  const events = await listenTo(ben, ["message"]);
  await scheduled({ ...time, content: "read", read_by_sender: true });
  await scheduled({ ...time, content: "unread", read_by_sender: false });
  await scheduled({ ...time, content: "a program" });
  await new Promise((resolve) => setTimeout(resolve, soon * 1000 + 1 - Date.now()));
  await server.services.jobRunner.runDue();
  const read = (await events()) as readonly { message: { content: string }; flags: readonly string[] }[];
  expect(read.map(({ message, flags }) => [message.content, flags])).toEqual([
    ["read", ["read"]],
    ["unread", []],
    ["a program", []],
  ]);
});
