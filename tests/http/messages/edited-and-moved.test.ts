import { listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let general: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
});
afterAll(() => server.stop());

const say = async (topic: string): Promise<number> =>
  (await ben.post("/messages", { type: "channel", to: general, topic, content: "x" })).body.id;
const change = async (id: number, form: object) => {
  const { body } = await ben.patch(`/messages/${id}`, { send_notification_to_new_thread: false, ...form });
  expect(body).toEqual(success({ detached_uploads: [] }));
};
const messageOf = async (id: number) => (await cleo.get(`/messages/${id}`)).body.message;
const historyOf = async (id: number) => (await cleo.get(`/messages/${id}/history`)).body.message_history;

test("one request that edits and moves sends one event, and moves the topic's other messages along", async () => {
  const ids = [await say("soup"), await say("soup"), await say("soup")];
  const [first, second] = ids as [number, number];
  const events = await listenTo(cleo, ["update_message"]);
  await change(second, { content: "@**Cleo**, y", topic: "dinner", propagate_mode: "change_all" });
  expect(await events()).toEqual([
    expect.objectContaining({
      type: "update_message",
      message_id: second,
      message_ids: ids,
      flags: ["mentioned"],
      orig_subject: "soup",
      subject: "dinner",
      propagate_mode: "change_all",
      stream_id: general,
      orig_content: "x",
      orig_rendered_content: "<p>x</p>",
      content: "@**Cleo**, y",
      rendered_content: expect.stringContaining("@Cleo"),
      is_me_message: false,
      rendering_only: false,
    }),
  ]);
  const move = { prev_topic: "soup", topic: "dinner", user_id: ben.id, timestamp: expect.any(Number) };
  expect((await messageOf(first)).edit_history).toEqual([move]);
  expect((await messageOf(second)).edit_history).toEqual([
    {
      ...move,
      prev_content: "x",
      prev_rendered_content: "<p>x</p>",
    },
  ]);
});

test("an edit with a move adds one version with both changes to the history", async () => {
  const id = await say("tea");
  await change(id, { content: "y", topic: "coffee" });
  const editor = { timestamp: expect.any(Number), user_id: ben.id };
  expect(await historyOf(id)).toEqual([
    { content: "x", rendered_content: "<p>x</p>", topic: "tea", ...editor },
    {
      content: "y",
      rendered_content: "<p>y</p>",
      topic: "coffee",
      ...editor,
      prev_content: "x",
      prev_rendered_content: "<p>x</p>",
      prev_topic: "tea",
    },
  ]);
});
