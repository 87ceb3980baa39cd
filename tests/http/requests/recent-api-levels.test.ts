import { addUser } from "../../support/http/add-user";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben [B]");
});
afterAll(() => server.stop());

const channelOf = async (id: number) => (await owner.get(`/streams/${id}`)).body.stream;
const own = async (who: Client, id: number) =>
  (await who.get("/users/me/subscriptions")).body.subscriptions.find(
    ({ stream_id }: { stream_id: number }) => stream_id === id,
  );

describe("a channel with push notifications by default", () => {
  test("can be created and changed by administrators, and everyone gets events", async () => {
    const events = await listenTo(ben, ["stream"]);
    const form = { name: "urgent", subscribers: [owner.id] };
    const created = await owner.post("/channels/create", { ...form, default_push_notifications: true });
    const { id } = created.body;
    expect((await channelOf(id)).default_push_notifications).toBe(true);
    await owner.patch(`/streams/${id}`, { default_push_notifications: false }).expect(200);
    expect(await events()).toMatchObject([
      { op: "create", streams: [{ stream_id: id, default_push_notifications: true }] },
      { op: "update", property: "default_push_notifications", value: false, stream_id: id },
    ]);
    const refused = failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
    const bens = await ben.post("/channels/create", { name: "mine", subscribers: [ben.id] });
    const change = { default_push_notifications: true };
    expect((await ben.patch(`/streams/${bens.body.id}`, change)).body.msg).toBe(refused.msg);
    expect((await ben.post("/channels/create", { ...form, name: "more", ...change })).body.msg).toBe(
      refused.msg,
    );
    const subscriptions = [{ name: "another" }];
    expect((await ben.post("/users/me/subscriptions", { subscriptions, ...change })).body.msg).toBe(
      refused.msg,
    );
    expect((await channelOf(bens.body.id)).default_push_notifications).toBe(false);
  });

  test("turns them on for new subscribers, and keeps returning subscribers' choice", async () => {
    const form = { name: "alarms", subscribers: [owner.id], is_default_stream: true };
    const { id } = (await owner.post("/channels/create", { ...form, default_push_notifications: true })).body;
    const subscriptions = [{ name: "alarms" }];
    await ben.post("/users/me/subscriptions", { subscriptions }).expect(200);
    expect((await own(ben, id)).push_notifications).toBe(true);
    await ben.patch(`/users/me/subscriptions/${id}`, { property: "push_notifications", value: false });
    await ben.delete("/users/me/subscriptions", { subscriptions: ["alarms"] });
    await ben.post("/users/me/subscriptions", { subscriptions }).expect(200);
    expect((await own(ben, id)).push_notifications).toBe(false);
    const email = "new@example.com";
    await owner.post("/users", { email, full_name: "New One", password: "a very long password" }).expect(200);
    const members = (await owner.get("/users")).body.members as { user_id: number; email: string }[];
    const added = members.find((one) => one.email === email);
    const state = await server.services.directory.stateOf(server.realmId);
    expect(state.subscription(added?.user_id ?? 0, id)?.pushNotifications).toBe(true);
  });
});

describe("sending returns a link to the message", () => {
  const send = async (who: Client, form: object) => (await who.post("/messages", form)).body;

  test("in a channel, with an escaped Markdown link of its name and topic", async () => {
    await owner.post("/channels/create", { name: "a [b] & c", subscribers: [owner.id] });
    const { id, message_url, message_link } = await send(owner, {
      type: "channel",
      to: "a [b] & c",
      topic: "*so* > 1.5",
      content: "x",
    });
    const { stream_id } = (await owner.get("/get_stream_id", { stream: "a [b] & c" })).body;
    expect(message_url).toBe(
      `http://chat.example.com/#narrow/channel/${stream_id}-a-.5Bb.5D-.26-c/topic/.2Aso.2A.20.3E.201.2E5/near/${id}`,
    );
    expect(message_link).toBe(`[#a &#91;b&#93; &#38; c > &#42;so&#42; &#62; 1.5 @ 💬](${message_url})`);
    const { rendered } = (await owner.post("/messages/render", { content: message_link })).body;
    expect(rendered).toContain(">#a &#91;b&#93; &#38; c &gt; &#42;so&#42; &#62; 1.5 @ 💬</a>");
    const general = await send(owner, { type: "channel", to: "general", topic: "", content: "x" });
    expect(general.message_link).toContain("[#general > general chat @ 💬](");
  });

  test("in a direct conversation, with its participants' names", async () => {
    const { id, message_url, message_link } = await send(owner, {
      type: "direct",
      to: [ben.id],
      content: "x",
    });
    expect(message_url).toBe(`http://chat.example.com/#narrow/dm/${owner.id},${ben.id}/near/${id}`);
    expect(message_link).toBe(`[Ben &#91;B&#93; @ 💬](${message_url})`);
    const note = await send(ben, { type: "direct", to: [ben.id], content: "x" });
    expect(note.message_link).toContain("[Ben &#91;B&#93; @ 💬](");
  });

  test("without the channel's name for senders who can't read the channel", async () => {
    const form = { name: "mailbox", subscribers: [ben.id], invite_only: true };
    const { id } = (await owner.post("/channels/create", form)).body;
    const bot = (await ben.post("/bots", { full_name: "Blind", short_name: "blind" })).body;
    const blind = server.clientOf({ id: bot.user_id, email: "blind-bot@chat.example.com" });
    const sent = await send(blind, { type: "channel", to: id, topic: "t", content: "x" });
    expect([sent.result, sent.message_url, sent.message_link]).toEqual([
      "success",
      `http://chat.example.com/#narrow/channel/${id}/topic/t/near/${sent.id}`,
      undefined,
    ]);
  });

  test("and a repeat returns the first message's link", async () => {
    const form = {
      type: "channel",
      to: "general",
      topic: "once",
      content: "x",
      queue_id: "q",
      local_id: "1",
    };
    const { message_url, message_link, id } = await send(owner, form);
    expect(await send(owner, form)).toEqual(success({ id, message_url, message_link }));
    expect(message_url).toContain("/topic/once/near/");
  });
});

test("a reader can hide a message's link previews for themselves alone", async () => {
  const { id } = (await owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "x" }))
    .body;
  const [own, other] = [
    await listenTo(ben, ["update_message_flags"]),
    await listenTo(owner, ["update_message_flags"]),
  ];
  const change = { messages: [id], op: "add", flag: "hide_link_previews" };
  expect((await ben.post("/messages/flags", change)).body).toMatchObject(success({ messages: [id] }));
  const flags = async (who: Client) => (await who.get(`/messages/${id}`)).body.message.flags;
  expect(await flags(ben)).toContain("hide_link_previews");
  expect(await flags(owner)).not.toContain("hide_link_previews");
  expect(await own()).toMatchObject([{ op: "add", flag: "hide_link_previews", messages: [id] }]);
  expect(await other()).toEqual([]);
  const narrow = [{ operator: "id", operand: String(id) }];
  const all = { anchor: "newest", num_before: 1, num_after: 0, narrow, include_anchor: true };
  await ben.post("/messages/flags/narrow", { ...all, op: "remove", flag: "hide_link_previews" }).expect(200);
  expect(await flags(ben)).not.toContain("hide_link_previews");
});

test("an edit that names the message's current channel doesn't move it", async () => {
  const { id } = (
    await owner.post("/messages", { type: "channel", to: "general", topic: "stay", content: "x" })
  ).body;
  const events = await listenTo(owner, ["update_message", "message"]);
  const { body } = await owner.patch(`/messages/${id}`, { stream_id: 1, content: "y" });
  expect(body.result).toBe("success");
  const [edited, ...more] = await events();
  expect(edited).toMatchObject({ type: "update_message", message_id: id, content: "y" });
  expect(edited).not.toHaveProperty("new_stream_id");
  expect(more).toEqual([]);
});

test("a guest gets a link to their direct message", async () => {
  const guest = await addUser(server, { role: "guest", fullName: "Gus" });
  const { body } = await guest.post("/messages", { type: "direct", to: [guest.id], content: "x" });
  expect(body.message_link).toContain("[Gus @ 💬](");
});
