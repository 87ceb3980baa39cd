import { newBot } from "../../../src/domain/bots/bot";
import { aGroup, aUser } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let admin: Client;
let ben: Client;
let cleo: Client;
let gina: Client;
let bot: Client;

const administrator = aUser({ id: 50, email: "ada@example.com", fullName: "Ada", role: "administrator" });
const guest = aUser({ id: 51, email: "gina@example.com", fullName: "Gina", role: "guest" });
const helper = aUser({ id: 52, email: "bot@example.com", fullName: "Bot", bot: newBot("generic", 3) });

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  await server.append(
    ...[administrator, guest, helper].map((user) => ({ type: "user_created", user }) as const),
    { type: "group_created", group: aGroup({ id: 20, name: "team", members: [cleo.id] }) },
  );
  [admin, gina, bot] = [administrator, guest, helper].map((user) => server.clientOf(user)) as [
    Client,
    Client,
    Client,
  ];
  await setNotices(false);
});
afterAll(() => server.stop());

const setNotices = (enabled: boolean) => owner.patch("/realm", { send_channel_events_messages: enabled });
let created = 0;
/** Creates a channel of Ben's with him as its subscriber; returns its id. */
const channel = async (more: object = {}, subscribers: readonly Client[] = [ben]): Promise<number> => {
  created += 1;
  const { body } = await ben.post("/channels/create", {
    name: `channel ${created}`,
    subscribers: subscribers.map(({ id }) => id),
    ...more,
  });
  if (body.id === undefined) throw new Error(body.msg);
  return body.id;
};
const see = async (who: Client, id: number) => (await who.get(`/streams/${id}`)).body;
const nameOf = async (id: number): Promise<string> => (await see(owner, id)).stream.name;

describe("creating", () => {
  test("makes a channel with the given properties and its first subscribers", async () => {
    const folder = (await owner.post("/channel_folders/create", { name: "Made", description: "" })).body;
    const { status, body } = await ben.post("/channels/create", {
      name: "  fresh  ",
      description: "on\ntwo *lines*",
      subscribers: [cleo.id],
      invite_only: true,
      folder_id: folder.channel_folder_id,
      topics_policy: '"disable_empty_topic"',
      can_send_message_group: { direct_members: [ben.id], direct_subgroups: [20] },
    });
    expect([status, body]).toEqual([200, success({ id: expect.any(Number) })]);
    const { stream } = await see(cleo, body.id);
    expect(stream).toMatchObject({
      name: "fresh",
      description: "on two *lines*",
      invite_only: true,
      creator_id: ben.id,
      rendered_description: "<p>on two <em>lines</em></p>",
      topics_policy: "disable_empty_topic",
      folder_id: folder.channel_folder_id,
      history_public_to_subscribers: false,
      subscriber_count: 1,
      can_send_message_group: { direct_members: [ben.id], direct_subgroups: [20] },
    });
    expect((await owner.get(`/streams/${body.id}/members`)).body).toEqual(
      success({ subscribers: [cleo.id] }),
    );
  });

  test("a taken name conflicts", async () => {
    const name = await nameOf(await channel());
    const { status, body } = await cleo.post("/channels/create", { name });
    const taken = failure(`Channel '${name}' already exists`, "CHANNEL_ALREADY_EXISTS", {
      channel_name: name,
    });
    expect([status, body]).toEqual([409, taken]);
  });

  test.each<[string, object, object]>([
    ["private and public at once", { invite_only: true, is_web_public: true }, failure("Invalid parameters")],
    [
      "an unknown policy",
      { topics_policy: "any" },
      failure("Invalid topics_policy", "REQUEST_VARIABLE_INVALID", { var_name: "topics_policy" }),
    ],
  ])("refuses %s and creates nothing", async (_what, change, expected) => {
    const { status, body } = await ben.post("/channels/create", { name: "unmade", ...change });
    expect([status, body]).toEqual([400, expected]);
    expect((await owner.get("/get_stream_id", { stream: "unmade" })).status).toBe(400);
  });
});

describe("settings", () => {
  test("each can be changed, and everyone who can see the channel gets an event", async () => {
    const id = await channel({ description: "before" });
    const name = await nameOf(id);
    const folder = (await owner.post("/channel_folders/create", { name: "Later", description: "" })).body;
    const events = await listenTo(cleo, ["stream"]);
    const change = {
      new_name: `${name} anew`,
      description: "after",
      topics_policy: "disable_empty_topic",
      folder_id: folder.channel_folder_id,
      can_send_message_group: { new: 4, old: 2 },
    };
    expect((await ben.patch(`/streams/${id}`, change)).body).toEqual(success());
    const event = (property: string, value: unknown, more: object = {}) => ({
      type: "stream",
      op: "update",
      stream_id: id,
      name,
      property,
      value,
      ...more,
    });
    expect(await events()).toEqual([
      event("description", "after", { rendered_description: "<p>after</p>" }),
      event("name", `${name} anew`),
      event("folder_id", folder.channel_folder_id),
      event("topics_policy", "disable_empty_topic"),
      event("can_send_message_group", 4),
      event("stream_post_policy", 3),
      event("is_announcement_only", false),
    ]);
    expect((await see(cleo, id)).stream).toMatchObject({
      name: `${name} anew`,
      description: "after",
      topics_policy: "disable_empty_topic",
      folder_id: folder.channel_folder_id,
      can_send_message_group: 4,
      stream_post_policy: 3,
    });
    await ben.patch(`/streams/${id}`, { folder_id: null });
    expect((await see(cleo, id)).stream.folder_id).toBeNull();
  });

  test("can be changed only by channel administrators", async () => {
    const { body } = await cleo.patch(`/streams/${await channel()}`, { description: "x" });
    expect(body).toEqual(
      failure("You do not have permission to administer this channel.", "CANNOT_ADMINISTER_CHANNEL"),
    );
  });

  test("a permission that changed in the meantime is not overwritten", async () => {
    const id = await channel();
    const { body } = await ben.patch(`/streams/${id}`, { can_send_message_group: { new: 4, old: 5 } });
    expect(body).toEqual(failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"));
  });

  test("starting a topic requires a permission of the channel", async () => {
    const id = await channel({ can_create_topic_group: { direct_members: [ben.id], direct_subgroups: [] } });
    const say = async (who: Client, topic: string) =>
      (await who.post("/messages", { type: "channel", to: id, topic, content: "x" })).body;
    const refused = failure("You do not have permission to create new topics in this channel.");
    expect(await say(cleo, "plans")).toEqual(refused);
    expect((await say(ben, "plans")).result).toBe("success");
    expect((await say(cleo, "PLANS")).result).toBe("success");
    expect(await say(cleo, "other")).toEqual(refused);
  });

  test("moving a message to a new topic requires the permission to start one there, resolving a topic doesn't", async () => {
    const onlyBen = { can_create_topic_group: { direct_members: [ben.id], direct_subgroups: [] } };
    const [id, elsewhere] = [await channel(onlyBen), await channel()];
    const say = async (who: Client, to: number, topic: string): Promise<number> =>
      (await who.post("/messages", { type: "channel", to, topic, content: "x" })).body.id;
    const move = async (who: Client, message: number, to: object) =>
      (await who.patch(`/messages/${message}`, to)).body;
    const refused = failure("You do not have permission to create new topics in this channel.");
    await say(ben, id, "plans");
    const [mine, far] = [await say(cleo, id, "plans"), await say(cleo, elsewhere, "plans")];
    expect(await move(cleo, mine, { topic: "other" })).toEqual(refused);
    const away = await say(cleo, elsewhere, "away");
    for (const more of [{}, { topic: "✔ away" }, { topic: "new" }])
      expect(await move(cleo, away, { stream_id: id, ...more })).toEqual(refused);
    for (const [message, to] of [
      [far, { stream_id: id }],
      [mine, { topic: "✔ plans", propagate_mode: "change_all" }],
      [mine, { topic: "plans", propagate_mode: "change_all" }],
    ] as const)
      expect((await move(cleo, message, to)).result).toBe("success");
    expect((await move(ben, mine, { topic: "other" })).result).toBe("success");
  });
});

test("the privacy's three parameters, and the channel as others then list it", async () => {
  const id = await channel();
  await owner.patch("/realm", { enable_spectator_access: true });
  const change = async (settings: object) => {
    expect((await owner.patch(`/streams/${id}`, settings)).body).toEqual(success());
    const { stream } = await see(owner, id);
    return [stream.invite_only, stream.history_public_to_subscribers, stream.is_web_public];
  };
  await owner.post("/users/me/subscriptions", { subscriptions: [{ name: await nameOf(id) }] });
  expect(await change({ is_private: true })).toEqual([true, false, false]);
  expect(await change({ history_public_to_subscribers: true })).toEqual([true, true, false]);
  expect(await change({ is_web_public: true, is_private: false })).toEqual([false, true, true]);
  await owner.patch("/realm", { enable_spectator_access: false });
});

describe("default channels", () => {
  const defaults = async () => {
    const { body } = await ben.post("/register", { fetch_event_types: ["default_streams"], event_types: [] });
    return body.realm_default_streams;
  };

  test("are added and removed by administrators, and new users are subscribed to them", async () => {
    const id = await channel();
    const before = await defaults();
    const events = await listenTo(ben, ["default_streams"]);
    expect((await admin.post("/default_streams", { stream_id: id })).body).toEqual(success());
    expect(await defaults()).toEqual([...before, id]);
    const dora = { email: "dora@example.com", full_name: "Dora", password: ownerPassword };
    const { user_id } = (await owner.post("/users", dora)).body;
    const { body } = await owner.get(`/users/${user_id}/subscriptions/${id}`);
    expect(body).toEqual(success({ is_subscribed: true }));
    expect((await admin.delete("/default_streams", { stream_id: id })).body).toEqual(success());
    expect(await events()).toEqual([
      { type: "default_streams", default_streams: [...before, id] },
      { type: "default_streams", default_streams: before },
    ]);
  });
});

test("the notice about a new channel is read for its creator and unread for everyone else", async () => {
  await setNotices(true);
  const events = await listenTo(ben, ["message", "update_message_flags"]);
  const id = await channel({}, [ben, cleo]);
  const [message, flags] = (await events()) as [{ message: { id: number } }, object];
  expect(flags).toMatchObject({ op: "add", flag: "read", messages: [message.message.id] });
  const flagsOf = async (client: Client) =>
    (await client.get(`/messages/${message.message.id}`)).body.message.flags;
  expect([await flagsOf(ben), await flagsOf(cleo)]).toEqual([["read"], []]);
  expect((await see(ben, id)).stream.first_message_id).toBe(message.message.id);
  await setNotices(false);
});

test("announces a new channel on request", async () => {
  const news = await channel();
  await owner.patch("/realm", { new_stream_announcements_stream_id: news });
  const events = await listenTo(ben, ["message"], { apply_markdown: false });
  await channel({ name: "quiet one" });
  await channel({ name: "loud one", announce: true });
  await ben.post("/users/me/subscriptions", { subscriptions: [{ name: "loud two" }], announce: true });
  const who = `@_**Ben|${ben.id}**`;
  expect(await events()).toMatchObject([
    { message: { subject: "new channels", content: `${who} created a new channel #**loud one**.` } },
    { message: { subject: "new channels", content: `${who} created a new channel #**loud two**.` } },
  ]);
  await owner.patch("/realm", { new_stream_announcements_stream_id: -1 });
});

test("a channel's email address is empty, since the server receives no mail", async () => {
  const id = await channel();
  const address = async (who: Client, query: object = {}) =>
    (await who.get(`/streams/${id}/email_address`, query)).body;
  expect(await address(ben)).toEqual(success({ email: "" }));
  expect(await address(ben, { sender_id: bot.id })).toEqual(success({ email: "" }));
  expect(await address(cleo, { sender_id: bot.id })).toEqual(failure("No such bot"));
});

test("whether a user is subscribed", async () => {
  const id = await channel();
  const ask = async (who: Client, path: string) => (await who.get(path)).body;
  expect(await ask(cleo, `/users/${ben.id}/subscriptions/${id}`)).toEqual(success({ is_subscribed: true }));
  expect(await ask(ben, `/users/${cleo.id}/subscriptions/${id}`)).toEqual(success({ is_subscribed: false }));
  expect(await ask(ben, "/users/999/subscriptions/1")).toEqual(failure("No such user"));
  expect(await ask(gina, `/streams/${id}`)).toEqual(failure("Invalid channel ID"));
});
