import { aUser } from "../../support/builders/entities";
import { listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

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

let created = 0;
/** A private channel with protected history. Ben is subscribed from the start. */
const protectedChannel = async () => {
  created += 1;
  const name = `protected ${created}`;
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

/** A channel that Ann joined between its two messages. */
const beforeAndAfter = async (content = "x") => {
  const { id, name } = await protectedChannel();
  const before = await say(id, content);
  await join(ann, name);
  const after = await say(id, content);
  expect((await ann.get(`/messages/${before}`)).status).toBe(400);
  expect((await ann.get(`/messages/${after}`)).status).toBe(200);
  return { id, name, before, after };
};

/** Events about a change to each message, for a long-time subscriber and for Ann. */
const expectEvents = async (
  content: string,
  change: (messageId: number) => PromiseLike<{ status: number; body: unknown }>,
) => {
  const { before, after } = await beforeAndAfter(content);
  const toBen = await listen(ben);
  const toAnn = await listen(ann);
  for (const id of [before, after]) expect(await change(id)).toMatchObject({ status: 200 });
  const messageIds = (events: readonly object[]) =>
    events.map((event) => (event as { message_id: number }).message_id);
  expect(messageIds(await toBen())).toEqual([before, after]);
  expect(messageIds(await toAnn())).toEqual([after]);
};

test("newcomers get no event for an edit of an earlier message", () =>
  expectEvents("x", (id) => owner.patch(`/messages/${id}`, { content: "y" })));

test("newcomers get no event for a reaction to an earlier message", () =>
  expectEvents("x", (id) => owner.post(`/messages/${id}/reactions`, { emoji_name: "tada" })));

test("newcomers get no event for a vote on an earlier message", () =>
  expectEvents("/poll Lunch?\n- soup", (id) =>
    owner.post("/submessage", {
      message_id: id,
      msg_type: "widget",
      content: JSON.stringify({ type: "vote", key: "canned,0", vote: 1 }),
    }),
  ));

test("newcomers get no event for typing while editing an earlier message", () =>
  expectEvents("x", (id) => owner.post(`/messages/${id}/typing`, { op: "start" })));

test("a deletion event names the messages the reader received", async () => {
  const { id, before, after } = await beforeAndAfter();
  const toBen = await listen(ben);
  const toAnn = await listen(ann);
  await owner.post(`/streams/${id}/delete_topic`, { topic_name: "t" });
  expect(await toBen()).toEqual([expect.objectContaining({ message_ids: [after, before] })]);
  expect(await toAnn()).toEqual([expect.objectContaining({ message_ids: [after] })]);
});

test("a deletion of messages the reader didn't receive has no event", async () => {
  const { before } = await beforeAndAfter();
  const toAnn = await listen(ann);
  await owner.delete(`/messages/${before}`);
  expect(await toAnn()).toEqual([]);
});

test("a move event names the messages the reader received, and none of the others", async () => {
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

test("messages moved to a channel the reader isn't in are deleted for the reader, if they had received them", async () => {
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

test("a user who left and came back gets events about messages they received, not about those in between", async () => {
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

test("a former subscriber who may rejoin gets events about messages they received", async () => {
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

test("a queue rebuilt from the log on another node has the same events", async () => {
  const { before, after } = await beforeAndAfter();
  const { body } = await ann.post("/register", { event_types: ["reaction"], fetch_event_types: [] });
  for (const id of [before, after]) await owner.post(`/messages/${id}/reactions`, { emoji_name: "tada" });
  const other = await server.restarted();
  try {
    const { body: polled } = await other
      .clientOf({ id: ann.id, email: ann.email })
      .get("/events", { queue_id: body.queue_id, last_event_id: body.last_event_id, dont_block: true });
    const reactions = polled.events.filter(({ type }: { type: string }) => type === "reaction");
    expect(reactions).toEqual([expect.objectContaining({ message_id: after })]);
  } finally {
    await other.close();
  }
});

test("a guest who subscribes later gets no more events than a member", async () => {
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
