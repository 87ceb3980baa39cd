import { type Client, startServer, type TestServer } from "../../support/http-application";
import { listenTo, success } from "../../support/queue";

let server: TestServer;
let ben: Client;
let cleo: Client;
let general: number;
let secret: number;

beforeAll(async () => {
  server = await startServer();
  await server.owner.patch("/realm", { send_channel_events_messages: false });
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
  secret = (
    await server.owner.post("/channels/create", {
      name: "secret",
      invite_only: true,
      subscribers: [server.owner.id, ben.id],
    })
  ).body.id;
});
afterAll(() => server.stop());

let round = 0;
const newTopic = () => {
  round += 1;
  return `topic ${round}`;
};
const say = async (topic: string, who = ben, to = general) =>
  (await who.post("/messages", { type: "channel", to, topic, content: "x" })).body;
const set = (topic: string, visibility_policy: number, who = ben) =>
  who.post("/user_topics", { stream_id: general, topic, visibility_policy });
const settings = (more: object, who = ben) => who.patch("/settings", more);
/** The caller's policies by topic and channel. */
const policies = async (who = ben): Promise<Readonly<Record<string, number>>> => {
  const { body } = await who.post("/register", { fetch_event_types: ["user_topic"], event_types: [] });
  const own: readonly { topic_name: string; stream_id: number; visibility_policy: number }[] =
    body.user_topics;
  return Object.fromEntries(
    own.map(({ topic_name, stream_id, visibility_policy }) => [
      `${stream_id === general ? "" : `${stream_id} `}${topic_name}`,
      visibility_policy,
    ]),
  );
};

const sent = {
  id: expect.any(Number),
  message_url: expect.any(String),
  message_link: expect.any(String),
};

describe("taking part in a topic", () => {
  test("users follow topics they start, unless they turned that off, and the answer says so", async () => {
    const topic = newTopic();
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
    expect(await policies(cleo)).not.toHaveProperty(topic);
  });

  test("users who chose so follow a topic from their first message in it", async () => {
    const topic = newTopic();
    await say(topic);
    await settings({ automatically_follow_topics_policy: 2 }, cleo);
    expect(await say(topic.toUpperCase(), cleo)).toHaveProperty("automatic_new_visibility_policy", 3);
    expect(await say(topic, cleo)).not.toHaveProperty("automatic_new_visibility_policy");
    await settings({ automatically_follow_topics_policy: 3 }, cleo);
  });

  test("reacting counts as taking part", async () => {
    const topic = newTopic();
    const { id } = await say(topic);
    const react = (emoji_name: string) => cleo.post(`/messages/${id}/reactions`, { emoji_name });
    await react("tada");
    expect(await policies(cleo)).not.toHaveProperty(topic);
    await settings({ automatically_follow_topics_policy: 1 }, cleo);
    await react("heart");
    expect(await policies(cleo)).toHaveProperty([topic], 3);
    await settings({ automatically_follow_topics_policy: 3 }, cleo);
  });

  test("writing in a topic of a muted channel unmutes it", async () => {
    const topic = newTopic();
    await say(topic);
    const mute = (value: boolean) =>
      cleo.post(`/users/me/subscriptions/${general}`, { property: "is_muted", value });
    await mute(true);
    expect(await say(topic, cleo)).toHaveProperty("automatic_new_visibility_policy", 2);
    await mute(false);
    expect(await policies(cleo)).toHaveProperty([topic], 2);
  });

  test("mentioned users follow the topic, unless they turned that off", async () => {
    const topic = newTopic();
    const call = (mentioned: Client, name: string, who = ben) =>
      who.post("/messages", {
        type: "channel",
        to: general,
        topic,
        content: `@**${name}|${mentioned.id}** and @_**Olive Owner|1**`,
      });
    await call(cleo, "Cleo");
    expect(await policies(cleo)).toHaveProperty([topic], 3);
    expect(await policies(server.owner)).not.toHaveProperty(topic);
    await set(topic, 0, cleo);
    await settings({ automatically_follow_topics_where_mentioned: false }, cleo);
    await call(cleo, "Cleo");
    expect(await policies(cleo)).not.toHaveProperty(topic);
    await settings({ automatically_follow_topics_where_mentioned: true }, cleo);
  });

  test("bots follow nothing", async () => {
    const created = await ben.post("/bots", { full_name: "Bot", short_name: "bot" });
    const bot = server.clientOf({ id: created.body.user_id, email: "bot-bot@chat.example.com" });
    expect(await say(newTopic(), bot)).toEqual(success(sent));
  });
});

describe("users' policies for a topic", () => {
  const move = (message: number, form: object, who = server.owner) =>
    who.patch(`/messages/${message}`, {
      propagate_mode: "change_all",
      send_notification_to_new_thread: false,
      send_notification_to_old_thread: false,
      ...form,
    });

  test("move along when the whole topic is renamed", async () => {
    const [topic, renamed] = [newTopic(), newTopic()];
    const { id } = await say(topic);
    await say(topic, cleo);
    await set(topic, 1, cleo);
    const events = await listenTo(cleo, ["user_topic"]);
    await move(id, { topic: renamed });
    expect(await policies()).toMatchObject({ [renamed]: 3 });
    expect(await policies()).not.toHaveProperty(topic);
    expect(await policies(cleo)).toMatchObject({ [renamed]: 1 });
    expect(await events()).toMatchObject([
      { topic_name: topic, visibility_policy: 0 },
      { topic_name: renamed, visibility_policy: 1 },
    ]);
  });

  test("stay if some messages stay", async () => {
    const [topic, other] = [newTopic(), newTopic()];
    await say(topic);
    const { id } = await say(topic);
    await move(id, { topic: other, propagate_mode: "change_one" });
    expect(await policies()).toHaveProperty([topic], 3);
    expect(await policies()).not.toHaveProperty(other);
  });

  test("merge when topics merge: the more visible policy wins", async () => {
    const [topic, other] = [newTopic(), newTopic()];
    await say(topic, server.owner);
    const { id } = await say(other, server.owner);
    await set(topic, 3);
    await set(other, 1);
    await set(topic, 1, cleo);
    await move(id, { topic });
    expect(await policies()).toHaveProperty([topic], 3);
    expect(await policies()).not.toHaveProperty(other);
    // Only one of the topics was muted, so messages of the other must stay visible.
    expect(await policies(cleo)).not.toHaveProperty(topic);
  });

  test("are lost for users who can't read the new channel", async () => {
    const topic = newTopic();
    const { id } = await say(topic);
    await set(topic, 3, cleo);
    await move(id, { stream_id: secret });
    expect(await policies()).toHaveProperty([`${secret} ${topic}`], 3);
    expect(Object.keys(await policies(cleo)).filter((name) => name.endsWith(topic))).toEqual([]);
  });
});

test("a topic that was emptied can be started again", async () => {
  const topic = newTopic();
  const { id } = await say(topic);
  await server.owner.delete(`/messages/${id}`);
  expect(await say(topic, cleo)).toHaveProperty("automatic_new_visibility_policy", 3);
});
