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

const say = async (topic: string, who = ben) =>
  (await who.post("/messages", { type: "channel", to: general, topic, content: "x" })).body;
const set = async (topic: string, visibility_policy: unknown) =>
  (await ben.post("/user_topics", { stream_id: general, topic, visibility_policy })).body;
const state = async (...types: string[]) =>
  (await ben.post("/register", { fetch_event_types: types, event_types: [] })).body;
const sent = {
  id: expect.any(Number),
  message_url: expect.any(String),
  message_link: expect.any(String),
};

test("topic policies mute and follow topics, and are reset to the channel's setting", async () => {
  const events = await listenTo(ben, ["user_topic"]);
  expect(await set("Noise", 1)).toEqual(success());
  expect(await set("NOISE", 1)).toEqual(success());
  expect(await set("news", 3)).toEqual(success());
  const event = { type: "user_topic", stream_id: general, last_updated: expect.any(Number) };
  expect(await events()).toEqual([
    { ...event, topic_name: "Noise", visibility_policy: 1 },
    { ...event, topic_name: "news", visibility_policy: 3 },
  ]);
  const { type: _, ...own } = event;
  expect((await state("user_topic")).user_topics).toEqual([
    { ...own, topic_name: "news", visibility_policy: 3 },
    { ...own, topic_name: "Noise", visibility_policy: 1 },
  ]);
  expect((await state("muted_topics")).muted_topics).toEqual([["general", "Noise", expect.any(Number)]]);
  expect(await set("noise", 0)).toEqual(success());
  expect(await events()).toEqual([{ ...event, topic_name: "noise", visibility_policy: 0 }]);
  expect((await state("user_topic")).user_topics).toHaveLength(1);
});

test("topic policies can be searched with is:followed and is:muted", async () => {
  const idOf = async (topic: string) => (await say(topic, cleo)).id;
  const [followed, plain, muted] = [await idOf("followed"), await idOf("plain"), await idOf("muted")];
  await set("FOLLOWED", 3);
  await set("muted", 1);
  const find = async (...narrow: string[][]) => {
    const query = {
      anchor: "newest",
      num_before: 3,
      num_after: 0,
      narrow: [["channel", "general"], ...narrow],
    };
    return (await ben.get("/messages", query)).body.messages.map(({ id }: { id: number }) => id);
  };
  expect(await find(["is", "followed"])).toEqual([followed]);
  expect(await find(["is", "muted"])).toEqual([muted]);
  expect(await find(["in", "home"])).toContain(plain);
  await ben.patch(`/users/me/subscriptions/${general}`, { property: "is_muted", value: true });
  expect(await find(["is", "muted"])).toEqual([plain, muted]);
  await set("plain", 2);
  expect(await find(["in", "home"])).toEqual([followed, plain]);
  const byId = await ben.get("/messages", {
    message_ids: [followed, plain, muted],
    narrow: [["is", "muted"]],
  });
  expect(byId.body.messages.map(({ id }: { id: number }) => id)).toEqual([muted]);
  await ben.patch(`/users/me/subscriptions/${general}`, { property: "is_muted", value: false });
});

test("topic policies are also set by the older endpoint", async () => {
  const mute = async (form: object) => (await ben.patch("/users/me/subscriptions/muted_topics", form)).body;
  expect(await mute({ stream: "general", topic: "old way", op: "add" })).toEqual(success());
  expect((await state("muted_topics")).muted_topics).toContainEqual([
    "general",
    "old way",
    expect.any(Number),
  ]);
  expect(await mute({ stream_id: general, topic: "old way", op: "remove" })).toEqual(success());
  expect(await mute({ topic: "x", op: "add" })).toEqual(failure("Please supply 'stream'."));
});

test("topic policies are sent as muted topics to clients that only know those", async () => {
  const old = await listenTo(ben, ["muted_topics"]);
  const both = await listenTo(ben, ["muted_topics", "user_topic"]);
  const before = (await state("muted_topics")).muted_topics;
  await set("Loud", 1);
  const event = { type: "muted_topics", muted_topics: expect.arrayContaining(before) };
  const [first, ...more] = (await old()) as readonly { readonly muted_topics: readonly unknown[] }[];
  expect([first, more]).toEqual([event, []]);
  expect(first?.muted_topics).toContainEqual(["general", "Loud", expect.any(Number)]);
  expect(await both()).toMatchObject([{ type: "user_topic", topic_name: "Loud" }]);
  await set("loud", 3);
  expect(await old()).toEqual([{ type: "muted_topics", muted_topics: before }]);
});

test("topic policies are sent in the older form to clients that don't request the newer one, or request everything", async () => {
  expect(await state("muted_topics", "user_topic")).not.toHaveProperty("muted_topics");
  const everything = (await ben.post("/register")).body;
  expect(everything).toMatchObject({ muted_topics: expect.any(Array), user_topics: expect.any(Array) });
});

test("an unknown policy is refused, and so is a narrow that queues can't have", async () => {
  expect(await set("x", 4)).toEqual(
    failure("Invalid visibility_policy", "REQUEST_VARIABLE_INVALID", { var_name: "visibility_policy" }),
  );
  const { body } = await ben.post("/register", { narrow: [["is", "followed"]] });
  expect(body.code).toBe("BAD_NARROW");
});

test("the answer to a message names the policy that its sender has for the topic now", async () => {
  const topic = "plans";
  const events = await listenTo(ben, ["user_topic"]);
  expect(await say(topic)).toEqual(success({ ...sent, automatic_new_visibility_policy: 3 }));
  expect(await events()).toEqual([
    {
      type: "user_topic",
      stream_id: general,
      topic_name: topic,
      visibility_policy: 3,
      last_updated: expect.any(Number),
    },
  ]);
  expect(await say(topic)).toEqual(success(sent));
  expect(await say(topic, cleo)).toEqual(success(sent));
});

test("a topic that moves takes the policies of its followers along, and tells each", async () => {
  const { id } = await say("before");
  await set("before", 3);
  const client = await listenTo(ben, ["user_topic"]);
  const other = await listenTo(cleo, ["user_topic"]);
  expect(await ben.patch(`/messages/${id}`, { topic: "after", propagate_mode: "change_all" })).toMatchObject({
    body: success(),
  });
  const event = { type: "user_topic", stream_id: general, last_updated: expect.any(Number) };
  expect(await client()).toEqual([
    { ...event, topic_name: "before", visibility_policy: 0 },
    { ...event, topic_name: "after", visibility_policy: 3 },
  ]);
  expect(await other()).toEqual([]);
  const { user_topics } = await state("user_topic");
  expect(user_topics).toContainEqual(expect.objectContaining({ topic_name: "after", visibility_policy: 3 }));
  expect(user_topics).not.toContainEqual(expect.objectContaining({ topic_name: "before" }));
});
