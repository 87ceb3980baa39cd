import { aUser } from "../../support/builders";
import { type Client, startServer, type TestServer } from "../../support/http-application";
import { failure, listenTo, success } from "../../support/queue";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let gina: Client;
const guest = aUser({ id: 51, email: "gina@example.com", fullName: "Gina", role: "guest" });

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  await server.append({ type: "user_created", user: guest });
  gina = server.clientOf(guest);
  await owner.patch("/realm", { send_channel_events_messages: false });
});
afterAll(() => server.stop());

let created = 0;
const channel = async (more: object = {}, subscribers: readonly Client[] = [owner]) => {
  created += 1;
  const name = `channel ${created}`;
  const ids = subscribers.map(({ id }) => id);
  const { body } = await owner.post("/channels/create", { name, subscribers: ids, ...more });
  if (body.id === undefined) throw new Error(body.msg);
  return { id: body.id as number, name };
};
const say = async (id: number, topic = "t"): Promise<number> =>
  (await owner.post("/messages", { type: "channel", to: id, topic, content: "x" })).body.id;
const subscribe = (who: Client, name: string) =>
  owner.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: [who.id] });
const unsubscribe = (who: Client, name: string) =>
  who.delete("/users/me/subscriptions", { subscriptions: [name] });
const ids = (messages: readonly { id: number }[]) => messages.map(({ id }) => id);
const page = { anchor: "oldest", num_before: 0, num_after: 500 };

/** Every way to read a channel's messages. */
const readable = async (who: Client, channelId: number, messageIds: readonly number[]) => {
  const one = await Promise.all(messageIds.map((id) => who.get(`/messages/${id}`)));
  const everywhere = await who.get("/messages", page);
  const narrowed = await who.get("/messages", {
    ...page,
    narrow: [{ operator: "channel", operand: channelId }],
  });
  const topics = await who.get(`/users/me/${channelId}/topics`);
  const flags = await who.post("/messages/flags", { messages: messageIds, op: "add", flag: "starred" });
  return {
    one: messageIds.filter((_, index) => one[index]?.status === 200),
    everywhere: ids(everywhere.body.messages).filter((id) => messageIds.includes(id)),
    narrowed: narrowed.status === 200 ? ids(narrowed.body.messages) : narrowed.body.code,
    topics: topics.status === 200 ? topics.body.topics.length : topics.body.msg,
    starred: flags.status === 200,
  };
};
const nothing = {
  one: [],
  everywhere: [],
  narrowed: "BAD_NARROW",
  topics: "Invalid channel ID",
  starred: false,
};

describe("what a user can read of a channel:", () => {
  test("all of a private channel with shared history while subscribed", async () => {
    const { id, name } = await channel({ invite_only: true, history_public_to_subscribers: true });
    const before = await say(id);
    expect(await readable(ben, id, [before])).toEqual(nothing);
    await subscribe(ben, name);
    const during = await say(id);
    const both = [before, during];
    expect(await readable(ben, id, both)).toEqual({
      one: both,
      everywhere: [during],
      narrowed: both,
      topics: 1,
      starred: true,
    });
    await unsubscribe(ben, name);
    expect(await readable(ben, id, [...both, await say(id)])).toEqual(nothing);
    await subscribe(ben, name);
    expect((await readable(ben, id, both)).one).toEqual(both);
  });

  test("messages they received in a private channel with protected history, while subscribed", async () => {
    const { id, name } = await channel({ invite_only: true });
    const before = await say(id, "before");
    await subscribe(ben, name);
    const during = await say(id, "during");
    expect(await readable(ben, id, [before, during])).toEqual({
      one: [during],
      everywhere: [during],
      narrowed: [during],
      topics: 1,
      starred: false,
    });
    await unsubscribe(ben, name);
    const between = await say(id, "between");
    expect(await readable(ben, id, [before, during, between])).toEqual(nothing);
    await subscribe(ben, name);
    const after = await say(id, "after");
    const reached = [during, after];
    expect(await readable(ben, id, [before, during, between, after])).toEqual({
      one: reached,
      everywhere: reached,
      narrowed: reached,
      topics: 2,
      starred: false,
    });
  });

  test("all of a public channel, subscribed or not, for members; only while subscribed for guests", async () => {
    const { id, name } = await channel();
    const first = await say(id);
    const all = { one: [first], everywhere: [], narrowed: [first], topics: 1, starred: true };
    expect(await readable(ben, id, [first])).toEqual(all);
    expect(await readable(gina, id, [first])).toEqual(nothing);
    await subscribe(gina, name);
    expect(await readable(gina, id, [first])).toEqual(all);
    await unsubscribe(gina, name);
    expect(await readable(gina, id, [first])).toEqual(nothing);
  });

  test("follows the channel's privacy, in both directions, for users outside", async () => {
    const { id } = await channel();
    const first = await say(id);
    const outside = () => readable(ben, id, [first]);
    const open = await outside();
    await owner.patch(`/streams/${id}`, { is_private: true });
    expect(await outside()).toEqual(nothing);
    await owner.patch(`/streams/${id}`, { is_private: false });
    expect(await outside()).toEqual(open);
  });

  test("shrinks to the messages they received when the history becomes protected", async () => {
    const { id, name } = await channel({ invite_only: true, history_public_to_subscribers: true });
    const before = await say(id);
    await subscribe(ben, name);
    const during = await say(id);
    const narrowed = async () => (await readable(ben, id, [before, during])).narrowed;
    expect(await narrowed()).toEqual([before, during]);
    await owner.patch(`/streams/${id}`, { history_public_to_subscribers: false });
    expect(await narrowed()).toEqual([during]);
    await owner.patch(`/streams/${id}`, { history_public_to_subscribers: true });
    expect(await narrowed()).toEqual([before, during]);
  });

  test("stays the same when the channel is archived", async () => {
    const open = await channel();
    const secret = await channel({ invite_only: true, history_public_to_subscribers: true }, [owner, ben]);
    const [first, second] = [await say(open.id), await say(secret.id)];
    const seen = async () => [
      await readable(ben, open.id, [first]),
      await readable(ben, secret.id, [second]),
      await readable(cleo, secret.id, [second]),
    ];
    const before = await seen();
    for (const { id } of [open, secret]) await owner.delete(`/streams/${id}`);
    expect(await seen()).toEqual(before);
    expect(before[2]).toEqual(nothing);
  });

  test("all of it without subscribing, if the channel lets them subscribe themselves or others", async () => {
    const { id } = await channel({ invite_only: true, history_public_to_subscribers: true });
    const first = await say(id);
    await owner.patch(`/streams/${id}`, {
      can_subscribe_group: { new: { direct_members: [ben.id], direct_subgroups: [] } },
    });
    expect(await readable(ben, id, [first])).toMatchObject({ one: [first], narrowed: [first], topics: 1 });
    await owner.patch(`/streams/${id}`, { can_subscribe_group: { new: 8 } });
    expect(await readable(ben, id, [first])).toEqual(nothing);
  });

  test("the whole history of exactly those kinds of channels where it is open to them", async () => {
    const { id } = await channel();
    const first = await say(id);
    const found = async (operand: string, who = ben) => {
      const narrow = [{ operator: "channels", operand }];
      return (await who.get("/messages", { ...page, narrow })).body;
    };
    expect(ids((await found("public")).messages)).toContain(first);
    expect(ids((await found("archived")).messages)).not.toContain(first);
    await owner.delete(`/streams/${id}`);
    expect(ids((await found("archived")).messages)).toContain(first);
    expect(ids((await found("archived", gina)).messages)).toEqual([]);
    expect(await found("secret")).toMatchObject({ code: "BAD_NARROW" });
  });
});

describe("leaving a private channel", () => {
  test("makes earlier messages unreadable, even after coming back", async () => {
    const { id, name } = await channel({}, [owner, ben]);
    const first = await say(id);
    const events = await listenTo(ben, ["subscription", "update_message_flags"]);
    await unsubscribe(ben, name);
    expect(await events()).toEqual([
      { type: "subscription", op: "remove", subscriptions: [{ stream_id: id, name }] },
      {
        type: "update_message_flags",
        op: "add",
        operation: "add",
        flag: "read",
        messages: [first],
        all: false,
      },
    ]);
    await subscribe(ben, name);
    const { body } = await ben.get(`/messages/${first}`);
    expect(body.message.flags).toEqual(["read"]);
  });
});

describe("clients get events for channels that become visible or hidden through", () => {
  const streams = async (who: Client) => {
    const events = await listenTo(who, ["stream"]);
    return async () =>
      ((await events()) as { op: string; stream_ids?: number[]; streams?: { stream_id: number }[] }[]).map(
        ({ op, streams: list = [] }) => [op, ...list.map(({ stream_id }) => stream_id)],
      );
  };

  test("the channel's privacy", async () => {
    const { id } = await channel({}, [owner, cleo]);
    const [outside, inside] = [await streams(ben), await streams(cleo)];
    await owner.patch(`/streams/${id}`, { is_private: true });
    await owner.patch(`/streams/${id}`, { is_private: false });
    expect(await inside()).toEqual([["update"], ["update"]]);
    expect(await outside()).toEqual([["delete", id], ["create", id], ["update"]]);
  });

  test("a new role", async () => {
    const dora = await server.newMember("Dora");
    const { id } = await channel({ is_default_stream: false });
    const events = await streams(dora);
    await owner.patch(`/users/${dora.id}`, { role: 600 });
    expect(await events()).toContainEqual(["delete", id]);
    expect((await dora.get(`/streams/${id}`)).body).toEqual(failure("Invalid channel ID"));
    await owner.patch(`/users/${dora.id}`, { role: 400 });
    expect(await events()).toContainEqual(["create", id]);
    expect((await dora.get(`/streams/${id}`)).body).toMatchObject(success());
  });
});
