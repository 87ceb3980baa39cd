import { markQuietChannels } from "../../../src/application/channels/mark-quiet-channels";
import { aChannel } from "../../support/builders/entities";
import { listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

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

test("clients get an event when a channel becomes inactive, and none is audited", async () => {
  const createdAt = Date.now() - 181 * 86_400_000;
  await server.append({ type: "channel_created", channel: aChannel({ id: 700, name: "old", createdAt }) });
  const events = await listenTo(ben, ["stream"]);
  await markQuietChannels(server.services)();
  const activity = {
    type: "stream",
    op: "update",
    stream_id: 700,
    name: "old",
    property: "is_recently_active",
  };
  expect(await events()).toEqual([{ ...activity, value: false }]);
  await say(700);
  expect(await events()).toEqual([{ ...activity, value: true }]);
  const { rows } = await server.database.db.raw(
    "SELECT kind FROM audit_log WHERE kind = 'channel_property_changed'",
  );
  expect(rows).toEqual([]);
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
