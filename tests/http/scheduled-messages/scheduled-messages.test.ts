import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ben: Client;
let cleo: Client;
let general: number;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
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
const stored = () => server.services.userData.scheduled(server.realmId, ben.id);
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

test("refuses times in the past, and channels and users of the wrong type", async () => {
  const refused: readonly (readonly [object, object])[] = [
    [{ scheduled_delivery_timestamp: 1_000_000_000 }, inThePast],
    [{ to: [general] }, failure("Invalid data type for channel ID")],
    [{ type: "direct", to: cleo.id }, failure("Invalid data type for recipients")],
    [
      { to: 999 },
      failure("Channel with ID '999' does not exist", "STREAM_DOES_NOT_EXIST", { stream_id: 999 }),
    ],
    [{ type: "both" }, failure("Invalid type", "REQUEST_VARIABLE_INVALID", { var_name: "type" })],
    [{ to: "general" }, failure("to is not valid JSON", "REQUEST_VARIABLE_INVALID", { var_name: "to" })],
  ];
  for (const [more, answer] of refused) expect(await schedule(more)).toEqual(answer);
  const { body } = await ben.post("/scheduled_messages", { type: "stream", to: general, content: "x" });
  expect(body).toEqual(
    failure("Missing 'scheduled_delivery_timestamp' argument", "REQUEST_VARIABLE_MISSING", {
      var_name: "scheduled_delivery_timestamp",
    }),
  );
});

test("every field of a scheduled message can change", async () => {
  const id = await scheduled();
  const events = await listenTo(ben, ["scheduled_messages"]);
  for (const [more, now] of [
    [
      { topic: "other", content: "*new*", scheduled_delivery_timestamp: someday + 9 },
      {
        topic: "other",
        content: "*new*",
        rendered_content: "<p><em>new</em></p>",
        scheduled_delivery_timestamp: someday + 9,
      },
    ],
    [
      { type: "direct", to: [cleo.id] },
      { type: "private", to: [cleo.id] },
    ],
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
  expect(await change(id, {})).toEqual(failure("Nothing to change"));
});

test("a scheduled message can be canceled once", async () => {
  const id = await scheduled();
  const events = await listenTo(ben, ["scheduled_messages"]);
  expect((await ben.delete(`/scheduled_messages/${id}`)).body).toEqual(success());
  expect(await events()).toEqual([{ type: "scheduled_messages", op: "remove", scheduled_message_id: id }]);
  const again = await ben.delete(`/scheduled_messages/${id}`);
  expect([again.status, again.body]).toEqual([404, missing]);
});

test("a scheduled message that failed says so", async () => {
  const id = await scheduled();
  const pending = (await stored()).find((one) => one.id === id);
  if (pending === undefined) throw new Error("There is no scheduled message");
  const failed = { ...pending, failure: "No" };
  await server.append({ type: "scheduled_set", userId: ben.id, scheduled: failed, isNew: false });
  expect(await find(id)).toMatchObject({ failed: true });
});

test("a message is read for its sender if requested, or depending on the client", async () => {
  const ids = [
    await scheduled({ read_by_sender: true }),
    await scheduled({ read_by_sender: false }),
    await scheduled(),
  ];
  const typed = await ben.post("/scheduled_messages", form()).set("User-Agent", "ZulipMobile/1.0");
  ids.push(typed.body.scheduled_message_id);
  const all = await stored();
  const read = ids.map((id) => all.find((one) => one.id === id)?.readBySender);
  expect(read).toEqual([true, false, false, true]);
});
