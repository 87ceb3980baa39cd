import { knexMessageArchive } from "../../../src/adapters/persistence/knex/messages/message-archive";
import { restoreMessages } from "../../../src/application/retention/restore-messages";
import { attachedLimits } from "../../../src/domain/messages/submessage";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
let ann: Client;
let channelId: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  ann = await server.newMember("Ann");
  await owner.patch("/realm", { send_channel_events_messages: false });
  for (const who of [owner, ben])
    await who.post("/users/me/subscriptions", { subscriptions: [{ name: "votes" }] });
  channelId = (await owner.get("/get_stream_id", { stream: "votes" })).body.stream_id;
});
afterAll(() => server.stop());

const send = async (content: string, more: object = {}) =>
  (await ben.post("/messages", { type: "channel", to: channelId, topic: "t", content, ...more })).body;
const attach = async (who: Client, messageId: number, data: unknown, kind = "widget") =>
  (
    await who.post("/submessage", {
      message_id: messageId,
      msg_type: kind,
      content: typeof data === "string" ? data : JSON.stringify(data),
    })
  ).body;
const submessagesOf = async (messageId: number) =>
  (await owner.get(`/messages/${messageId}`)).body.message.submessages;
const vote = { type: "vote", key: "canned,0", vote: 1 };

test("a poll starts with its message, and its readers get each vote", async () => {
  const events = await listenTo(owner, ["message", "submessage"]);
  const outside = await listenTo(ann, ["submessage"]);
  const { id } = await send("/poll Lunch?\n- soup\n- rice");
  const begun = {
    id: expect.any(Number),
    message_id: id,
    sender_id: ben.id,
    msg_type: "widget",
    content: JSON.stringify({
      widget_type: "poll",
      extra_data: { question: "Lunch?", options: ["soup", "rice"] },
    }),
  };
  expect(await submessagesOf(id)).toEqual([begun]);
  expect(await attach(owner, id, vote)).toEqual(success());
  const voted = { ...begun, sender_id: owner.id, content: JSON.stringify(vote) };
  const all = await submessagesOf(id);
  expect(all).toEqual([begun, voted]);
  expect(all[1].id).toBeGreaterThan(all[0].id);
  const [sent, update] = await events();
  expect(sent).toMatchObject({
    message: { id, submessages: [begun], content: expect.stringContaining("/poll") },
  });
  const { id: submessageId, ...rest } = voted;
  expect(update).toEqual({ type: "submessage", submessage_id: submessageId, ...rest });
  expect(await outside()).toHaveLength(1);
  const { body } = await ben.get("/messages", { anchor: "newest", num_before: 5, num_after: 0 });
  expect(body.messages.at(-1).submessages).toEqual(all);
});

test("a to-do list starts with its message, like a poll", async () => {
  const { id } = await send("/todo Today\nbuy: milk\nwalk");
  const [begun] = await submessagesOf(id);
  expect(JSON.parse(begun.content)).toEqual({
    widget_type: "todo",
    extra_data: {
      task_list_title: "Today",
      tasks: [
        { task: "buy", desc: "milk" },
        { task: "walk", desc: "" },
      ],
    },
  });
  expect(await attach(owner, id, { type: "strike", key: "0,canned" })).toEqual(success());
});

test("a plain message has no submessages", async () => {
  const { id } = await send("use /poll");
  expect(await submessagesOf(id)).toEqual([]);
});

test("a client can send a form with a message, which overrides the message's command", async () => {
  const data = {
    type: "choices",
    heading: "Pick",
    choices: [{ short_name: "A", long_name: "a", reply: "a" }],
  };
  const widget = { widget_type: "zform", extra_data: data };
  const { id } = await send("/poll none", { widget_content: { ...widget, more: 1 } });
  const [begun] = await submessagesOf(id);
  expect(JSON.parse(begun.content)).toEqual(widget);
});

test.each<[string, unknown, string]>([
  ["invalid JSON", "{{{{", "Widgets: API programmer sent invalid JSON content"],
  ["no type", { color: "red" }, "Widgets: widget_type is not in widget_content"],
  ["an unknown type", { widget_type: "x", extra_data: {} }, "Widgets: unknown widget type: x"],
])("refuses a widget with %s and sends nothing", async (_what, widget, msg) => {
  const before = (await ben.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 })).body
    .messages;
  expect(await send("hello", { widget_content: widget })).toEqual(failure(msg));
  const after = (await ben.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 })).body.messages;
  expect(after[0].id).toBe(before[0].id);
});

test("submessages are deleted, restored and finally removed with their message", async () => {
  const { id } = await send("/poll Gone?");
  await attach(owner, id, vote);
  const before = await submessagesOf(id);
  await owner.delete(`/messages/${id}`);
  expect(await attach(owner, id, vote)).toEqual(failure("Invalid message(s)"));
  const everything = { deletedSince: 0, channelName: undefined };
  expect(await restoreMessages(server.services)(server.realmId, everything)()).toMatchObject({ right: 1 });
  expect(await submessagesOf(id)).toEqual(before);
  expect(before).toHaveLength(2);
  await owner.delete(`/messages/${id}`);
  await knexMessageArchive(server.database.db).removeBefore(Date.now() + 1, 9);
  expect(await server.database.db("submessages").where({ message_id: id })).toEqual([]);
});

describe("refuses", () => {
  let pollId: number;
  let plainId: number;
  beforeAll(async () => {
    pollId = (await send("/poll Refuse?")).id;
    plainId = (await send("plain")).id;
  });

  test.each<[string, () => Promise<object>, string]>([
    ["an unknown message", () => attach(owner, 9999, vote), "Invalid message(s)"],
    ["invalid JSON", () => attach(owner, pollId, "bogus"), "Invalid json for submessage"],
    ["data that isn't an object", () => attach(owner, pollId, []), "poll data is not a dict"],
    ["a vote out of range", () => attach(owner, pollId, { ...vote, vote: 5 }), 'Invalid poll data["vote"]'],
    [
      "a new question by another user",
      () => attach(owner, pollId, { type: "question", question: "Mine?" }),
      "You can't edit a question unless you are the author.",
    ],
    [
      "starting a widget on another's message",
      () => attach(owner, plainId, {}),
      "You cannot attach a submessage to this message.",
    ],
  ])("%s", async (_what, call, msg) => {
    const before = await submessagesOf(pollId);
    expect(await call()).toEqual(failure(msg));
    expect(await submessagesOf(pollId)).toEqual(before);
  });

  test.each(["message_id", "msg_type", "content"])("a call without %s", async (name) => {
    const { [name]: _, ...form } = { message_id: pollId, msg_type: "widget", content: "{}" } as Record<
      string,
      unknown
    >;
    const { body } = await owner.post("/submessage", form);
    const code = "REQUEST_VARIABLE_MISSING";
    expect(body).toEqual(failure(`Missing '${name}' argument`, code, { var_name: name }));
  });

  test("content that is too long", async () => {
    expect(await attach(ben, pollId, " ".repeat(10_001))).toEqual(
      failure("content is too long (limit: 10000 characters)", "REQUEST_VARIABLE_INVALID", {
        var_name: "content",
      }),
    );
  });
});

test("a client that registers after the votes has the same data as one that got the events", async () => {
  const { id } = await send("/poll Same?");
  const events = await listenTo(owner, ["submessage"]);
  const received = await submessagesOf(id);
  for (const who of [owner, ben, owner]) await attach(who, id, vote);
  for (const event of (await events()) as Record<string, unknown>[]) {
    const { type: _, submessage_id, ...rest } = event;
    received.push({ id: submessage_id, ...rest });
  }
  expect(await submessagesOf(id)).toEqual(received);
  expect(received).toHaveLength(4);
});

test("a message with as many votes as it takes has an answer of bounded size", async () => {
  const { id } = await send("/poll Full?");
  const channel = (await server.services.directory.stateOf(server.realmId)).channels.get(channelId);
  const conversation = { kind: "channel", id: channel?.conversationId ?? 0, channelId } as const;
  const content = JSON.stringify(vote);
  const events = Array.from({ length: attachedLimits.inAll.count - 1 }, (_, index) => {
    const submessage = { id: 1_000_000 + index, senderId: 500_000 + index, kind: "widget", content };
    return { type: "submessage_added", messageId: id, conversation, submessage } as const;
  });
  for (let from = 0; from < events.length; from += 1000)
    await server.append(...events.slice(from, from + 1000));
  expect((await owner.get(`/messages/${id}`)).text.length).toBeLessThan(3_000_000);
  expect(await attach(owner, id, vote)).toEqual(failure("Too much is attached to this message."));
});
