import { aUser } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

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
