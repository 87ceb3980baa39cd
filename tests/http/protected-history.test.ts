import { aUser } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { listenTo } from "../support/queue";

let server: TestServer;
let owner: Client;
let ben: Client;
let ann: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  ann = await server.newMember("Ann");
  await owner.patch("/realm", { send_channel_events_messages: false });
});
afterAll(() => server.stop());

let made = 0;
/** A private channel that shows nobody what was said before they came. Ben is in it from its beginning. */
const protectedChannel = async () => {
  made += 1;
  const name = `protected ${made}`;
  const { body } = await owner.post("/channels/create", {
    name,
    subscribers: [owner.id, ben.id],
    invite_only: true,
    history_public_to_subscribers: false,
  });
  return { id: body.id as number, name };
};
const join = (who: Client, name: string) =>
  owner.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: [who.id] });
const say = async (channelId: number, content = "x", topic = "t"): Promise<number> =>
  (await owner.post("/messages", { type: "channel", to: channelId, topic, content })).body.id;

const kinds = [
  "update_message",
  "reaction",
  "submessage",
  "delete_message",
  "typing_edit_message",
  "update_message_flags",
];
const capable = { client_capabilities: { bulk_message_deletion: true } };
const listen = (who: Client) => listenTo(who, kinds, capable);

/** A channel where Ann came between two messages. */
const beforeAndAfter = async (content = "x") => {
  const { id, name } = await protectedChannel();
  const before = await say(id, content);
  await join(ann, name);
  const after = await say(id, content);
  expect((await ann.get(`/messages/${before}`)).status).toBe(400);
  expect((await ann.get(`/messages/${after}`)).status).toBe(200);
  return { id, name, before, after };
};

/** What each of both messages' changes tells those who were there all the time, and Ann. */
const heard = async (
  content: string,
  change: (messageId: number) => PromiseLike<{ status: number; body: unknown }>,
) => {
  const { before, after } = await beforeAndAfter(content);
  const toBen = await listen(ben);
  const toAnn = await listen(ann);
  for (const id of [before, after]) expect(await change(id)).toMatchObject({ status: 200 });
  const about = (events: readonly object[]) =>
    events.map((event) => (event as { message_id: number }).message_id);
  expect(about(await toBen())).toEqual([before, after]);
  expect(about(await toAnn())).toEqual([after]);
};

test("an edit of what was said before they came isn't told to newcomers", () =>
  heard("x", (id) => owner.patch(`/messages/${id}`, { content: "y" })));

test("reactions to it aren't", () =>
  heard("x", (id) => owner.post(`/messages/${id}/reactions`, { emoji_name: "tada" })));

test("votes on it aren't", () =>
  heard("/poll Lunch?\n- soup", (id) =>
    owner.post("/submessage", {
      message_id: id,
      msg_type: "widget",
      content: JSON.stringify({ type: "vote", key: "canned,0", vote: 1 }),
    }),
  ));

test("that somebody edits it isn't", () =>
  heard("x", (id) => owner.post(`/messages/${id}/typing`, { op: "start" })));

test("a deletion of messages names those that the reader received", async () => {
  const { id, before, after } = await beforeAndAfter();
  const toBen = await listen(ben);
  const toAnn = await listen(ann);
  await owner.post(`/streams/${id}/delete_topic`, { topic_name: "t" });
  expect(await toBen()).toEqual([expect.objectContaining({ message_ids: [after, before] })]);
  expect(await toAnn()).toEqual([expect.objectContaining({ message_ids: [after] })]);
});

test("a deletion of nothing that the reader received isn't told at all", async () => {
  const { before } = await beforeAndAfter();
  const toAnn = await listen(ann);
  await owner.delete(`/messages/${before}`);
  expect(await toAnn()).toEqual([]);
});

test("a topic's new name comes with the messages that the reader received, and with nothing of the others", async () => {
  const { before, after } = await beforeAndAfter();
  const toBen = await listen(ben);
  const toAnn = await listen(ann);
  await owner.patch(`/messages/${before}`, {
    topic: "u",
    propagate_mode: "change_all",
    content: "quite new",
    send_notification_to_new_thread: false,
    send_notification_to_old_thread: false,
  });
  expect(await toBen()).toEqual([
    expect.objectContaining({ message_id: before, message_ids: [before, after], content: "quite new" }),
  ]);
  const [moved, ...more] = await toAnn();
  expect(more).toEqual([]);
  expect(moved).toMatchObject({ message_id: after, message_ids: [after], subject: "u" });
  expect(moved).not.toHaveProperty("content");
  expect(moved).not.toHaveProperty("orig_content");
});

test("messages that go where the reader isn't vanish as far as they were received", async () => {
  const { before, after } = await beforeAndAfter();
  const elsewhere = await protectedChannel();
  const toAnn = await listen(ann);
  await owner.patch(`/messages/${before}`, {
    stream_id: elsewhere.id,
    propagate_mode: "change_all",
    send_notification_to_new_thread: false,
    send_notification_to_old_thread: false,
  });
  expect(await toAnn()).toEqual([
    expect.objectContaining({ type: "delete_message", message_ids: [after], topic: "t" }),
  ]);
});

test("whoever left and came back hears of what they received before, and not of what was said meanwhile", async () => {
  const { id, name } = await protectedChannel();
  await join(ann, name);
  const first = await say(id);
  await ann.delete("/users/me/subscriptions", { subscriptions: [name] });
  const meanwhile = await say(id);
  await join(ann, name);
  const toAnn = await listen(ann);
  for (const message of [first, meanwhile])
    await owner.post(`/messages/${message}/reactions`, { emoji_name: "tada" });
  expect(await toAnn()).toEqual([expect.objectContaining({ message_id: first })]);
});

test("somebody who may join hears of what they received while they were in, without being in", async () => {
  const { id, name } = await protectedChannel();
  const dora = await server.newMember("Dora");
  await owner.patch(`/streams/${id}`, {
    can_subscribe_group: { new: { direct_members: [dora.id], direct_subgroups: [] } },
  });
  const before = await say(id);
  await join(dora, name);
  const during = await say(id);
  await dora.delete("/users/me/subscriptions", { subscriptions: [name] });
  const later = await say(id);
  const toDora = await listen(dora);
  for (const message of [before, during, later])
    await owner.post(`/messages/${message}/reactions`, { emoji_name: "tada" });
  expect(await toDora()).toEqual([expect.objectContaining({ message_id: during })]);
});

test("a queue that is read again from the log, on another node, tells the same", async () => {
  const { before, after } = await beforeAndAfter();
  const { body } = await ann.post("/register", { event_types: ["reaction"], fetch_event_types: [] });
  for (const id of [before, after]) await owner.post(`/messages/${id}/reactions`, { emoji_name: "tada" });
  const other = await server.restarted();
  try {
    const { body: told } = await other
      .clientOf({ id: ann.id, email: ann.email })
      .get("/events", { queue_id: body.queue_id, last_event_id: body.last_event_id, dont_block: true });
    const reactions = told.events.filter(({ type }: { type: string }) => type === "reaction");
    expect(reactions).toEqual([expect.objectContaining({ message_id: after })]);
  } finally {
    await other.close();
  }
});

test("a guest who comes later hears as little as a member", async () => {
  const { id, name } = await protectedChannel();
  const guest = aUser({ id: 77, email: "gina@example.com", fullName: "Gina", role: "guest" });
  await server.append({ type: "user_created", user: guest });
  const gina = server.clientOf(guest);
  const before = await say(id);
  await join(gina, name);
  const toGina = await listen(gina);
  await owner.patch(`/messages/${before}`, { content: "y" });
  await owner.delete(`/messages/${before}`);
  expect(await toGina()).toEqual([]);
});
