import { positionOf, signalIdAt } from "../../../src/domain/queues/event-queue";
import { aUser } from "../../support/builders/entities";
import { listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

const size = 10_000;
const people = Array.from({ length: size }, (_, index) => aUser({ id: 1000 + index }));
const ids = people.map(({ id }) => id);

let server: TestServer;
let owner: Client;
let one: Client;
let outsider: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  outsider = await server.newMember("Ben");
  await server.append(...people.map((user) => ({ type: "user_created", user }) as const));
  one = server.clientOf(people[5_000] ?? aUser());
  await owner.post("/channels/create", { name: "everyone", subscribers: [owner.id] });
});
afterAll(() => server.stop());

interface SubscriptionEvent {
  readonly op: string;
  readonly user_ids?: readonly number[];
}

/** Events about the listener, and operations on other users with their ids. */
const eventsOf = async (events: () => Promise<readonly object[]>) => {
  const received: SubscriptionEvent[] = [];
  // They come in several answers, because they are long.
  for (let more = await events(); more.length > 0; more = await events())
    received.push(...(more as readonly SubscriptionEvent[]));
  return {
    own: received.filter(({ user_ids }) => user_ids === undefined),
    ops: [...new Set(received.flatMap(({ op, user_ids }) => (user_ids === undefined ? [] : [op])))],
    others: received.flatMap(({ user_ids = [] }) => user_ids),
  };
};

const everyone = { subscriptions: [{ name: "everyone" }], principals: ids };

test("one request subscribes ten thousand users, with events for all clients", async () => {
  const [inside, outside] = [
    await listenTo(one, ["subscription"]),
    await listenTo(outsider, ["subscription"]),
  ];
  const { body } = await owner.post("/users/me/subscriptions", everyone);
  expect(Object.keys(body.subscribed)).toHaveLength(size);
  // Too many to send a notice to each.
  expect(body.new_subscription_messages_sent).toBe(false);
  expect((await eventsOf(inside)).own).toMatchObject([{ op: "add", subscriptions: [{ name: "everyone" }] }]);
  expect(await eventsOf(outside)).toEqual({ own: [], ops: ["peer_add"], others: ids });
  const { stream_id: id } = (await owner.get("/get_stream_id", { stream: "everyone" })).body;
  expect((await owner.get(`/streams/${id}`)).body.stream.subscriber_count).toBe(size + 1);
  expect((await owner.get(`/streams/${id}/members`)).body.subscribers).toHaveLength(size + 1);
  const again = await owner.post("/users/me/subscriptions", everyone);
  expect(Object.keys(again.body.already_subscribed)).toHaveLength(size);
});

test("clients that accept partial subscribers get some of them", async () => {
  const own = async (include_subscribers: unknown) =>
    (await one.get("/users/me/subscriptions", { include_subscribers })).body.subscriptions.map(
      (channel: { name: string; subscribers?: number[]; partial_subscribers?: number[] }) => [
        channel.name,
        channel.subscribers?.length,
        channel.partial_subscribers,
      ],
    );
  expect(await own("partial")).toEqual([["everyone", undefined, [owner.id]]]);
  expect(await own(true)).toEqual([["everyone", size + 1, undefined]]);
  expect(await own(false)).toEqual([["everyone", undefined, undefined]]);
  const { body } = await owner.post("/register", {
    event_types: ["subscription"],
    include_subscribers: "partial",
  });
  const described = new Map(
    body.subscriptions.map((channel: { name: string; subscribers?: number[] }) => [
      channel.name,
      channel.subscribers?.length,
    ]),
  );
  expect(described.get("everyone")).toBeUndefined();
  expect(described.get("general")).toBe(2);
});

test("a guest who joins a large channel gets all its users at once, and misses no later event", async () => {
  const many = ids.slice(0, 2100);
  await owner.patch("/realm", { can_access_all_users_group: { new: 3 } });
  const guest = aUser({ id: 999, role: "guest" });
  await server.append({ type: "user_created", user: guest });
  const client = server.clientOf(guest);
  await owner.post("/users/me/subscriptions", { subscriptions: [{ name: "many" }], principals: many });
  const { body } = await client.post("/register", { event_types: ["realm_user", "message"] });
  let lastId: number = body.last_event_id;
  const poll = async () => {
    const answer = await client.get("/events", {
      queue_id: body.queue_id,
      last_event_id: lastId,
      dont_block: true,
    });
    const events: { id: number; op?: string; message?: { content: string } }[] = answer.body.events;
    const acknowledged = lastId;
    for (const { id } of events) {
      if (id <= acknowledged || id < lastId) throw new Error(`Event id ${id} after ${lastId}`);
      lastId = id;
    }
    return events;
  };
  const joining = { subscriptions: [{ name: "many" }], principals: [guest.id] };
  await owner.post("/users/me/subscriptions", { ...joining, send_new_subscription_messages: false });
  const introduced = await poll();
  expect(introduced.filter(({ op }) => op === "add")).toHaveLength(many.length);
  expect(lastId).toBeLessThan(signalIdAt(positionOf(introduced[0]?.id ?? 0), 0) ?? 0);
  expect(await poll()).toEqual([]);
  for (const content of ["first", "second"])
    await owner.post("/messages", { type: "channel", to: "many", topic: "t", content });
  expect((await poll()).map(({ message }) => message?.content)).toEqual(["first", "second"]);
});

test("one request unsubscribes all of them", async () => {
  const [inside, outside] = [
    await listenTo(one, ["subscription"]),
    await listenTo(outsider, ["subscription"]),
  ];
  const { body } = await owner.delete("/users/me/subscriptions", {
    subscriptions: ["everyone"],
    principals: ids,
  });
  expect(body.removed).toEqual(["everyone"]);
  expect((await eventsOf(inside)).own).toMatchObject([{ op: "remove" }]);
  expect(await eventsOf(outside)).toEqual({ own: [], ops: ["peer_remove"], others: ids });
});
