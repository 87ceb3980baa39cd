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

const later = () => Math.floor(Date.now() / 1000) + 3600;
const say = async (content: string, to: unknown = "general") =>
  (await owner.post("/messages", { type: "channel", to, topic: "t", content })).body.id as number;
const remind = async (message_id: number, more: object = {}, who = ben) =>
  (await who.post("/reminders", { message_id, scheduled_delivery_timestamp: later(), ...more })).body;
const listed = async (who = ben) => (await who.get("/reminders")).body.reminders;

test("only a reminder's user can see and cancel it and gets its events", async () => {
  const events = await listenTo(ben, ["reminders"]);
  const other = await listenTo(owner, ["reminders"]);
  const id = await say("**remember** me");
  const time = later();
  const { reminder_id } = await remind(id, { scheduled_delivery_timestamp: time, note: " buy milk " });
  const [reminder] = await listed();
  expect(reminder).toEqual({
    reminder_id,
    type: "private",
    to: [ben.id],
    failed: false,
    scheduled_delivery_timestamp: time,
    reminder_target_message_id: id,
    content: expect.stringContaining("buy milk"),
    rendered_content: expect.stringContaining("<strong>remember</strong>"),
  });
  expect((await ben.post("/register", { event_types: ["reminders"] })).body.reminders).toEqual([reminder]);
  expect((await owner.delete(`/reminders/${reminder_id}`)).status).toBe(404);
  expect((await ben.delete(`/reminders/${reminder_id}`)).body).toEqual(success());
  expect((await ben.delete(`/reminders/${reminder_id}`)).body).toMatchObject({
    msg: "Reminder does not exist",
  });
  expect(await events()).toEqual([
    { type: "reminders", op: "add", reminders: [reminder] },
    { type: "reminders", op: "remove", reminder_id },
  ]);
  expect(await other()).toEqual([]);
});

test("a reminder's note has a limit announced to clients, and its time must be in the future", async () => {
  const id = await say("x");
  expect(await remind(id, { scheduled_delivery_timestamp: 5 })).toEqual(
    failure("Scheduled delivery time must be in the future."),
  );
  expect(await remind(id, { note: "n".repeat(1001) })).toMatchObject({
    msg: "note is too long (limit: 1000 characters)",
  });
  const { body } = await ben.post("/register", { event_types: ["realm"] });
  expect(body.max_reminder_note_length).toBe(1000);
});
