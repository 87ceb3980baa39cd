import { createHash } from "node:crypto";
import { aMessageSent } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let general: number;
let random: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  const idOf = async (stream: string) => (await ben.get("/get_stream_id", { stream })).body.stream_id;
  [general, random] = [await idOf("general"), await idOf("random")];
});
afterAll(() => server.stop());

let round = 0;
const newTopic = () => {
  round += 1;
  return `topic ${round}`;
};
const say = async (topic: string, who = ben, to: number = general, content = "x"): Promise<number> =>
  (await who.post("/messages", { type: "channel", to, topic, content })).body.id;
const write = async (to: Client, who = ben): Promise<number> =>
  (await who.post("/messages", { type: "direct", to: [to.id], content: "x" })).body.id;
const one = async (id: number, who = ben) => (await who.get(`/messages/${id}`)).body;
const change = async (id: number, form: object, who = ben) => (await who.patch(`/messages/${id}`, form)).body;
const done = success({ detached_uploads: [] });
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Sends a message to the channel `general` with a past timestamp; returns its id. */
const old = async (id: number, seconds: number, topic: string): Promise<number> => {
  const channel = (await server.services.directory.stateOf(server.realmId)).channels.get(general);
  const conversation = { kind: "channel", id: channel?.conversationId ?? 0, channelId: general } as const;
  await server.append(
    aMessageSent({ id, senderId: ben.id, topic, sentAt: secondsAgo(seconds), conversation }),
  );
  return id;
};

describe("reactions", () => {
  const react = async (id: number, form: object, who = ben) =>
    (await who.post(`/messages/${id}/reactions`, form)).body;
  const unreact = async (id: number, form: object, who = ben) =>
    (await who.delete(`/messages/${id}/reactions`, form)).body;
  const reaction = (who: Client, emoji_name: string, emoji_code: string) => ({
    emoji_name,
    emoji_code,
    reaction_type: "unicode_emoji",
    user_id: who.id,
    user: { id: who.id, user_id: who.id, email: who.email, full_name: expect.any(String) },
  });

  test("are added and removed, with events for the readers", async () => {
    const id = await say(newTopic());
    const events = await listenTo(cleo, ["reaction"]);
    expect(await react(id, { emoji_name: "car" })).toEqual(success());
    expect(await react(id, { emoji_name: "heart" }, cleo)).toEqual(success());
    const { message } = await one(id);
    const [car, heart] = [reaction(ben, "car", "1f697"), reaction(cleo, "heart", "2764")];
    expect(message.reactions).toEqual([car, heart]);
    expect(await unreact(id, { emoji_name: "car" })).toEqual(success());
    expect((await one(id)).message.reactions).toEqual([heart]);
    const event = { type: "reaction", message_id: id };
    expect(await events()).toEqual([
      { ...event, op: "add", ...car },
      { ...event, op: "add", ...heart },
      { ...event, op: "remove", ...car },
    ]);
  });

  test("can be added once and removed once", async () => {
    const id = await write(cleo);
    await react(id, { emoji_name: "car" });
    expect(await react(id, { emoji_name: "car" })).toEqual(
      failure("Reaction already exists.", "REACTION_ALREADY_EXISTS"),
    );
    await unreact(id, { emoji_code: "1f697", reaction_type: "unicode_emoji" });
    expect(await unreact(id, { emoji_name: "car" })).toEqual(
      failure("Reaction doesn't exist.", "REACTION_DOES_NOT_EXIST"),
    );
    expect(await unreact(id, {})).toMatchObject({ result: "error", code: "BAD_REQUEST" });
  });
});

describe("editing", () => {
  test("changes the content for every reader", async () => {
    const topic = newTopic();
    const id = await say(topic);
    await cleo.post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
    const events = await listenTo(cleo, ["update_message"]);
    expect(await change(id, { content: "**new**", prev_content_sha256: sha256("x") })).toEqual(done);
    const { message, raw_content } = await one(id, cleo);
    const now = expect.any(Number);
    expect([message.content, raw_content]).toEqual(["<p><strong>new</strong></p>", "**new**"]);
    expect(message).toMatchObject({
      last_edit_timestamp: now,
      edit_history: [
        { user_id: ben.id, timestamp: now, prev_content: "x", prev_rendered_content: "<p>x</p>" },
      ],
    });
    expect(message).not.toHaveProperty("last_moved_timestamp");
    expect(await events()).toEqual([
      {
        type: "update_message",
        user_id: ben.id,
        edit_timestamp: now,
        message_id: id,
        message_ids: [id],
        rendering_only: false,
        flags: ["starred"],
        stream_id: general,
        topic,
        orig_content: "x",
        orig_rendered_content: "<p>x</p>",
        content: "**new**",
        rendered_content: "<p><strong>new</strong></p>",
        is_me_message: false,
      },
    ]);
  });

  test("doesn't overwrite content the client hasn't seen", async () => {
    const id = await say(newTopic());
    const { body, status } = await ben.patch(`/messages/${id}`, {
      content: "y",
      prev_content_sha256: sha256("z"),
    });
    expect([status, body]).toEqual([
      400,
      failure("'prev_content_sha256' value does not match the expected value.", "EXPECTATION_MISMATCH"),
    ]);
    expect((await one(id)).raw_content).toBe("x");
  });
});

describe("moving to another topic", () => {
  const texts = async (topic: string, to = general, who = ben): Promise<[number, string][]> => {
    const narrow = [
      ["channel", String(to)],
      ["topic", topic],
    ];
    const query = { anchor: "oldest", num_before: 0, num_after: 99, narrow, apply_markdown: false };
    const { body } = await who.get("/messages", query);
    return body.messages.map(({ id, content }: { id: number; content: string }) => [id, content]);
  };
  const idsIn = async (topic: string, to = general) => (await texts(topic, to)).map(([id]) => id);
  const quietly = { send_notification_to_new_thread: false };

  test.each<[string, number[], number[]]>([
    ["change_one", [0, 2], [1]],
    ["change_later", [0], [1, 2]],
    ["change_all", [], [0, 1, 2]],
  ])("with %s leaves %j and moves %j", async (propagate_mode, left, moved) => {
    const [from, to] = [newTopic(), newTopic()];
    const ids = [await say(from), await say(from, cleo), await say(from)];
    const events = await listenTo(cleo, ["update_message"]);
    expect(await change(ids[1] ?? 0, { topic: to, propagate_mode, ...quietly })).toEqual(done);
    const pick = (indexes: number[]) => indexes.map((index) => ids[index]);
    expect([await idsIn(from), await idsIn(to)]).toEqual([pick(left), pick(moved)]);
    expect(await events()).toEqual([
      {
        type: "update_message",
        user_id: ben.id,
        edit_timestamp: expect.any(Number),
        rendering_only: false,
        message_id: ids[1],
        message_ids: pick(moved),
        flags: [],
        stream_id: general,
        stream_name: "general",
        propagate_mode,
        orig_subject: from,
        subject: to,
        topic_links: [],
      },
    ]);
    expect((await one(ids[1] ?? 0)).message).toMatchObject({
      last_moved_timestamp: expect.any(Number),
      edit_history: [{ user_id: ben.id, prev_topic: from, topic: to }],
    });
  });

  test("has a time limit, except for moderators", async () => {
    const topic = newTopic();
    await owner.patch("/realm", { move_messages_within_stream_limit_seconds: 3600 });
    const [first, second] = [await old(6001, 4000, topic), await old(6002, 100, topic)];
    expect(await change(first, { topic: newTopic() })).toEqual(
      failure("The time limit for editing this message's topic has passed."),
    );
    expect(await change(second, { topic: newTopic(), propagate_mode: "change_all" })).toEqual(
      failure(
        "You only have permission to move the 1/2 most recent messages in this topic.",
        "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
        {
          first_message_id_allowed_to_move: second,
          total_messages_in_topic: 2,
          total_messages_allowed_to_move: 1,
        },
      ),
    );
    expect(await change(first, { topic: newTopic(), propagate_mode: "change_all" }, owner)).toEqual(done);
    await owner.patch("/realm", { move_messages_within_stream_limit_seconds: "unlimited" });
  });
});

describe("moving to another channel", () => {
  test("keeps the messages' read state for their receivers; for others they are historical", async () => {
    const [dora, emil] = [await server.newMember("Dora"), await server.newMember("Emil")];
    await emil.delete("/users/me/subscriptions", { subscriptions: ["general"] });
    const topic = newTopic();
    const [read, unread] = [await say(topic), await say(topic)];
    await cleo.post("/messages/flags", { messages: [read], op: "add", flag: "read" });
    const form = { stream_id: random, propagate_mode: "change_all", send_notification_to_new_thread: false };
    expect(await change(read, form)).toEqual(done);
    const flags = async (who: Client) => [
      (await one(read, who)).message.flags,
      (await one(unread, who)).message.flags,
    ];
    expect(await flags(cleo)).toEqual([["read"], []]);
    expect(await flags(dora)).toEqual([[], []]);
    // Emil is in the new channel, and was not in the old one when the message was sent.
    expect(await flags(emil)).toEqual([["read"], ["read"]]);
    const { body } = await dora.post("/register", { fetch_event_types: ["message", "update_message_flags"] });
    expect(body.unread_msgs.streams).toContainEqual({
      stream_id: random,
      topic,
      unread_message_ids: [read, unread],
    });
  });

  test("removes messages from users who can't read the new channel", async () => {
    const secret = (
      await ben.post("/channels/create", { name: "den", invite_only: true, subscribers: [ben.id] })
    ).body.id;
    const id = await say(newTopic());
    const [inside, outside] = [
      await listenTo(ben, ["update_message", "delete_message"]),
      await listenTo(cleo, ["update_message", "delete_message"]),
    ];
    expect(await change(id, { stream_id: secret, send_notification_to_new_thread: false })).toEqual(done);
    expect((await one(id, cleo)).msg).toBe("Invalid message(s)");
    expect(await outside()).toMatchObject([{ type: "delete_message", message_id: id, stream_id: general }]);
    expect(await inside()).toMatchObject([
      { type: "update_message", stream_id: general, new_stream_id: secret },
    ]);
  });
});

describe("the history of a message", () => {
  test("has every version, starting with the original", async () => {
    const [from, to] = [newTopic(), newTopic()];
    const id = await say(from);
    await change(id, { content: "y" });
    await change(id, { topic: to });
    const { body } = await cleo.get(`/messages/${id}/history`);
    const timestamp = expect.any(Number);
    expect(body.message_history).toEqual([
      { content: "x", rendered_content: "<p>x</p>", topic: from, timestamp: timestamp, user_id: ben.id },
      {
        content: "y",
        rendered_content: "<p>y</p>",
        topic: from,
        timestamp: timestamp,
        user_id: ben.id,
        prev_content: "x",
        prev_rendered_content: "<p>x</p>",
      },
      {
        content: "y",
        rendered_content: "<p>y</p>",
        topic: to,
        prev_topic: from,
        timestamp: timestamp,
        user_id: ben.id,
      },
    ]);
    await owner.patch("/realm", { message_edit_history_visibility_policy: "moves" });
    expect((await cleo.get(`/messages/${id}/history`)).body.message_history).toHaveLength(2);
    expect((await one(id, cleo)).message.edit_history).toHaveLength(1);
    await owner.patch("/realm", { message_edit_history_visibility_policy: "none" });
    expect((await cleo.get(`/messages/${id}/history`)).body).toEqual(
      failure("Message edit history is disabled in this organization"),
    );
    expect((await one(id, cleo)).message).not.toHaveProperty("edit_history");
    await owner.patch("/realm", { message_edit_history_visibility_policy: "all" });
  });

  test("events have the earlier content only if the organization shows it", async () => {
    const [topic, id] = [newTopic(), await say(newTopic())];
    const events = await listenTo(cleo, ["update_message"]);
    for (const policy of ["none", "moves", "all"]) {
      await owner.patch("/realm", { message_edit_history_visibility_policy: policy });
      await change(id, { content: `new ${policy}` });
      await change(id, { content: `moved ${policy}`, topic: `${topic} ${policy}` });
    }
    const shown = (await events()) as { readonly content: string; readonly orig_content?: string }[];
    expect(shown.map(({ content, orig_content }) => [content, orig_content])).toEqual([
      ["new none", undefined],
      ["moved none", undefined],
      ["new moves", undefined],
      ["moved moves", undefined],
      ["new all", "moved moves"],
      ["moved all", "new all"],
    ]);
    for (const event of shown.slice(0, 4)) expect(event).not.toHaveProperty("orig_rendered_content");
  });
});

test("a new rendering has its own event and is not an edit", async () => {
  const id = await say(newTopic());
  const { content, flags } = (await one(id)).message;
  const events = await listenTo(cleo, ["update_message"]);
  await server.append({
    type: "message_rendered",
    messageId: id,
    topic: "x",
    conversation: { kind: "channel", id: general + 1000, channelId: general },
    content: "x",
    renderedContent: "<p>anew</p>",
    rendererVersion: 2,
    renderedAt: 1_700_000_000,
    isFirst: true,
  });
  expect(content).toBe("<p>x</p>");
  expect(await events()).toEqual([
    {
      type: "update_message",
      rendering_only: true,
      user_id: null,
      edit_timestamp: 1_700_000_000,
      message_id: id,
      message_ids: [id],
      stream_id: general,
      topic: "x",
      flags,
      is_me_message: false,
      content: "x",
      rendered_content: "<p>anew</p>",
    },
  ]);
  const { message } = await one(id);
  expect(message.content).toBe("<p>anew</p>");
  expect(message).not.toHaveProperty("last_edit_timestamp");
});
