import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

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
/** Makes every pending reminder due, and runs the jobs. */
const passTime = async () => {
  await server.database.db.raw("UPDATE jobs SET due_at = 0 WHERE kind = 'send_reminder'");
  await server.services.jobRunner.runDue();
};
const newest = async (who = ben) =>
  (
    await who.get("/messages", {
      anchor: "newest",
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: "is", operand: "dm" }],
    })
  ).body.messages.at(-1);

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
  const before = await newest();
  await passTime();
  expect(await newest()).toEqual(before);
});

test("a due reminder makes the notification bot send the message's current content, once", async () => {
  const id = await say("old words");
  await remind(id, { note: "call them" });
  await owner.patch(`/messages/${id}`, { content: "new words" });
  const events = await listenTo(ben, ["reminders"]);
  await passTime();
  const { sender_full_name, content, flags } = await newest();
  expect([sender_full_name, flags]).toEqual(["Notification Bot", []]);
  for (const part of ["new words", "call them", `/near/${id})`, `@_**Olive Owner|${owner.id}**`])
    expect(content).toContain(part);
  expect(content).not.toContain("old words");
  expect(await events()).toMatchObject([{ op: "remove" }]);
  expect(await listed()).toEqual([]);
  const first = await newest();
  await passTime();
  expect((await newest()).id).toBe(first.id);
});

test("a reminder of a message that is no longer readable contains only the note", async () => {
  const form = { name: "closed", subscribers: [owner.id, ben.id], invite_only: true };
  const { id: channel } = (await owner.post("/channels/create", form)).body;
  const id = await say("a secret", channel);
  await remind(id, { note: "my own words" });
  await owner.delete("/users/me/subscriptions", { subscriptions: ["closed"], principals: [ben.id] });
  await passTime();
  const { content } = await newest();
  expect(content).toContain("my own words");
  expect(content).not.toContain("a secret");
});

test("a deactivated user is not reminded", async () => {
  const dora = await server.newMember("Dora");
  await remind(await say("x"), {}, dora);
  await owner.delete(`/users/${dora.id}`).expect(200);
  await passTime();
  const { rows } = await server.database.db.raw("SELECT count(*)::int AS n FROM reminders");
  expect(rows[0].n).toBe(0);
});

test("refuses invalid reminders", async () => {
  const id = await say("x");
  const form = { name: "hidden", subscribers: [owner.id], invite_only: true };
  const { id: channel } = (await owner.post("/channels/create", form)).body;
  const hidden = await say("y", channel);
  const invalid = failure("Invalid message(s)");
  expect(await remind(hidden)).toEqual(invalid);
  expect(await remind(999_999)).toEqual(invalid);
  expect(await remind(-1)).toEqual(invalid);
  expect(await remind(id, { scheduled_delivery_timestamp: 5 })).toEqual(
    failure("Scheduled delivery time must be in the future."),
  );
  expect(await remind(id, { note: "n".repeat(1001) })).toMatchObject({
    msg: "note is too long (limit: 1000 characters)",
  });
  const { body } = await ben.post("/register", { event_types: ["realm"] });
  expect(body.max_reminder_note_length).toBe(1000);
});

test("any note is quoted safely", async () => {
  const id = await say("```\ncode\n```");
  await remind(id, { note: "```quote\n@**all**" });
  const [reminder] = await listed();
  expect(reminder.rendered_content).toContain("<code>");
  expect(reminder.rendered_content).toMatch(/<blockquote>[\s\S]*<blockquote>/);
});

test("the number of reminders is limited", async () => {
  const dee = await server.newMember("Dee");
  const id = await say("x");
  const reminder = { messageId: id, content: "c", renderedContent: "c", note: "", remindAt: later() };
  await server.append(
    ...Array.from({ length: 200 }, (_, index) => ({
      type: "reminder_added" as const,
      userId: dee.id,
      reminder: { id: 10_000 + index, ...reminder },
    })),
  );
  expect(await remind(id, {}, dee)).toEqual(failure("You can have at most 200 reminders."));
});
