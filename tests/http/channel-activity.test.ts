import { markQuietChannels } from "../../src/application/channels/mark-quiet-channels";
import { aChannel } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { listenTo } from "../support/queue";

/** Events clients get as a channel's messages come and go. */
let server: TestServer;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  await server.owner.patch("/realm", { send_channel_events_messages: false });
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const newChannel = async (name: string): Promise<number> => {
  await server.owner.post("/users/me/subscriptions", {
    subscriptions: [{ name }],
    principals: [server.owner.id, ben.id],
  });
  return (await ben.get("/get_stream_id", { stream: name })).body.stream_id;
};
const say = async (channel: number, topic = "t"): Promise<number> =>
  (await server.owner.post("/messages", { type: "channel", to: channel, topic, content: "x" })).body.id;
const firstOf = async (channel: number) =>
  (await ben.get(`/streams/${channel}`)).body.stream.first_message_id;
const update = (channel: number, name: string, value: number | null) => ({
  type: "stream",
  op: "update",
  stream_id: channel,
  name,
  property: "first_message_id",
  value,
});

test("deleting a channel's first message makes the next one its first", async () => {
  const channel = await newChannel("firsts");
  const [first, second, third] = [await say(channel), await say(channel), await say(channel)];
  const events = await listenTo(ben, ["stream"]);
  await server.owner.delete(`/messages/${second}`);
  expect(await events()).toEqual([]);
  await server.owner.delete(`/messages/${first}`);
  expect(await events()).toEqual([update(channel, "firsts", third)]);
  expect(await firstOf(channel)).toBe(third);
  await server.owner.delete(`/messages/${third}`);
  expect(await events()).toEqual([update(channel, "firsts", null)]);
  expect(await firstOf(channel)).toBeNull();
});

test("deleting a topic sends one event for the channel's first message, after the deletions", async () => {
  const channel = await newChannel("topics");
  await say(channel, "gone");
  await say(channel, "gone");
  const left = await say(channel, "left");
  const events = await listenTo(ben, ["stream", "delete_message"], {
    client_capabilities: { bulk_message_deletion: true },
  });
  await server.owner.post(`/streams/${channel}/delete_topic`, { topic_name: "gone" });
  expect(await events()).toMatchObject([{ type: "delete_message" }, update(channel, "topics", left)]);
});

describe("a channel without messages for half a year", () => {
  const day = 86_400_000;
  const activity = (channel: number, name: string, value: boolean) => ({
    type: "stream",
    op: "update",
    stream_id: channel,
    name,
    property: "is_recently_active",
    value,
  });
  const aged = (id: number, name: string, days: number) =>
    server.append({
      type: "channel_created",
      channel: aChannel({ id, name, createdAt: Date.now() - days * day }),
    });

  test("is announced as inactive once, and as active with the next message", async () => {
    await aged(700, "old", 181);
    await aged(701, "young", 179);
    const events = await listenTo(ben, ["stream"]);
    await markQuietChannels(server.services)();
    expect(await events()).toEqual([activity(700, "old", false)]);
    await markQuietChannels(server.services)();
    expect(await events()).toEqual([]);
    await say(700);
    expect(await events()).toEqual([activity(700, "old", true)]);
    await say(700);
    await markQuietChannels(server.services)();
    expect(await events()).toEqual([]);
    const { rows } = await server.database.db.raw(
      "SELECT kind FROM audit_log WHERE kind = 'channel_property_changed'",
    );
    expect(rows).toEqual([]);
  });

  test("becomes active when messages are moved into it", async () => {
    await aged(702, "target", 300);
    await markQuietChannels(server.services)();
    const from = await newChannel("source");
    const message = await say(from);
    const events = await listenTo(ben, ["stream"]);
    await server.owner.patch(`/messages/${message}`, {
      stream_id: 702,
      send_notification_to_new_thread: false,
    });
    expect(await events()).toEqual([activity(702, "target", true)]);
  });
});

test("users who can't see the channel get no event about its first message", async () => {
  await server.owner.post("/users/me/subscriptions", {
    subscriptions: [{ name: "hidden" }],
    invite_only: true,
  });
  const id = (await server.owner.get("/get_stream_id", { stream: "hidden" })).body.stream_id;
  const message = await say(id);
  const events = await listenTo(ben, ["stream"]);
  await server.owner.delete(`/messages/${message}`);
  expect(await events()).toEqual([]);
});
