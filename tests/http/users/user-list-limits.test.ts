import { countedKinds, userDataKinds } from "../../../src/application/ports/users/user-data-reader";
import type { RealmEvent } from "../../../src/domain/events/event";
import { type UserListName, userListLimits } from "../../../src/domain/users/user-list-limits";
import { aClientDevice, aUser } from "../../support/builders/entities";
import { failure } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let channelId: number;
let messageId: number;
let stranger: Client;

beforeAll(async () => {
  server = await startServer();
  stranger = await server.newMember("Stranger");
  channelId = (await server.owner.get("/get_stream_id", { stream: "general" })).body.stream_id;
  const hello = { type: "channel", to: channelId, topic: "t", content: "hello" };
  messageId = (await server.owner.post("/messages", hello)).body.id;
});
afterAll(() => server.stop());

const firstId = 1_000_000;
const inAWeek = Math.floor(Date.now() / 1000) + 7 * 86_400;
const counted = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => firstId + index);

interface Filling {
  /** Fills the list with this many entries of this many bytes each. */
  readonly filled: (who: Client, count: number, bytes: number) => readonly RealmEvent[];
  readonly add: (who: Client, text: string) => Promise<{ readonly status: number; readonly body: object }>;
  readonly takeAway: (who: Client) => Promise<{ readonly status: number; readonly body: object }>;
  /** Changes a short entry to this text, for kinds with long texts. */
  readonly change?: (
    who: Client,
    text: string,
  ) => Promise<{ readonly status: number; readonly body: object }>;
}

const scheduled = (id: number, content: string) =>
  ({
    id,
    place: { kind: "channel", channelId, topic: "t" },
    content,
    renderedContent: "",
    deliverAt: inAWeek,
    client: "test",
    readBySender: true,
    failure: null,
  }) as const;
const muted = (count: number) => counted(count).map((userId) => ({ userId, since: 1 }));

const fillings: Readonly<Record<UserListName, Filling>> = {
  drafts: {
    filled: ({ id: userId }, count, bytes) => [
      {
        type: "drafts_added",
        userId,
        drafts: counted(count).map((id) => ({
          id: id + userId * 10_000,
          place: { kind: "nowhere" },
          content: "x".repeat(bytes),
          editedAt: 1,
        })),
      },
    ],
    add: (who, content) => who.post("/drafts", { drafts: [{ type: "", to: [], topic: "", content }] }),
    takeAway: (who) => who.delete(`/drafts/${firstId + who.id * 10_000}`),
    change: (who, content) =>
      who.patch(`/drafts/${firstId + who.id * 10_000}`, { draft: { type: "", to: [], topic: "", content } }),
  },
  snippets: {
    filled: ({ id: userId }, count, bytes) =>
      counted(count).map((id) => ({
        type: "snippet_added",
        userId,
        snippet: { id: id + userId * 10_000, title: "", content: "x".repeat(bytes), createdAt: 1 },
      })),
    add: (who, content) => who.post("/saved_snippets", { title: "t", content }),
    takeAway: (who) => who.delete(`/saved_snippets/${firstId + who.id * 10_000}`),
    change: (who, content) =>
      who.patch(`/saved_snippets/${firstId + who.id * 10_000}`, { title: "t", content }),
  },
  scheduled: {
    filled: ({ id: userId }, count, bytes) =>
      counted(count).map((id) => ({
        type: "scheduled_set",
        userId,
        scheduled: scheduled(id + userId * 10_000, "x".repeat(bytes)),
        isNew: true,
      })),
    add: (who, content) =>
      who.post("/scheduled_messages", {
        type: "channel",
        to: channelId,
        topic: "t",
        content,
        scheduled_delivery_timestamp: inAWeek,
      }),
    takeAway: (who) => who.delete(`/scheduled_messages/${firstId + who.id * 10_000}`),
    change: (who, content) =>
      who.patch(`/scheduled_messages/${firstId + who.id * 10_000}`, { content: content.slice(0, 9999) }),
  },
  reminders: {
    filled: ({ id: userId }, count, bytes) =>
      counted(count).map((id) => ({
        type: "reminder_added",
        userId,
        reminder: {
          id: id + userId * 10_000,
          messageId,
          content: "x".repeat(bytes),
          renderedContent: "",
          note: "",
          remindAt: inAWeek,
        },
      })),
    add: (who, note) =>
      who.post("/reminders", {
        message_id: messageId,
        scheduled_delivery_timestamp: inAWeek,
        note: note.slice(0, 1000),
      }),
    takeAway: (who) => who.delete(`/reminders/${firstId + who.id * 10_000}`),
  },
  navigationViews: {
    filled: ({ id: userId }, count) =>
      counted(count).map((id) => ({
        type: "navigation_view_added",
        userId,
        view: { fragment: `view-${id}`, isPinned: true, name: `${id}` },
      })),
    add: (who, name) =>
      who.post("/navigation_views", { fragment: "another", is_pinned: true, name: name.slice(0, 9) }),
    takeAway: (who) => who.delete(`/navigation_views/view-${firstId}`),
  },
  topics: {
    filled: ({ id: userId }, count) =>
      counted(count).map((id) => ({
        type: "topic_policy_set",
        userId,
        channelId,
        topic: `topic ${id}`,
        policy: "muted",
        setAt: 1,
      })),
    add: (who, topic) =>
      who.post("/user_topics", { stream_id: channelId, topic: topic.slice(0, 9), visibility_policy: 3 }),
    takeAway: (who) =>
      who.post("/user_topics", { stream_id: channelId, topic: `topic ${firstId}`, visibility_policy: 0 }),
  },
  mutedUsers: {
    filled: ({ id: userId }, count) => [
      {
        type: "muted_users_set",
        userId,
        muted: [...muted(count - 1), { userId: server.owner.id, since: 1 }],
      },
    ],
    add: (who) => who.post(`/users/me/muted_users/${stranger.id}`),
    takeAway: (who) => who.delete(`/users/me/muted_users/${server.owner.id}`),
  },
  bots: {
    filled: ({ id: ownerId }, count) =>
      counted(count).map((id) => ({
        type: "user_created",
        user: aUser({
          id: id + ownerId * 10_000,
          email: `bot-${id}-of-${ownerId}@example.com`,
          fullName: `bot ${id} of ${ownerId}`,
          bot: {
            type: "generic",
            ownerId,
            defaultSendingChannelId: null,
            defaultEventsChannelId: null,
            defaultAllPublicChannels: false,
            service: null,
            config: {},
          },
        }),
      })),
    add: (who) => who.post("/bots", { full_name: "One more", short_name: `more-${who.id}`, bot_type: 1 }),
    takeAway: (who) =>
      server.owner.patch(`/bots/${firstId + who.id * 10_000}`, { bot_owner_id: server.owner.id }),
  },
};

const names = Object.keys(userListLimits) as readonly UserListName[];

const fill = async (name: UserListName, who: Client, count: number, bytes = 1): Promise<void> => {
  const events = fillings[name].filled(who, count, bytes);
  for (let from = 0; from < events.length; from += 1000)
    await server.append(...events.slice(from, from + 1000));
};

test("every kind of stored user data has a limit, except those whose keys the server defines", () => {
  const named = ["seenSteps", "callProviders"];
  const unlimited = userDataKinds.filter(
    (kind) => !named.includes(kind) && !Object.hasOwn(userListLimits, kind),
  );
  expect(unlimited).toEqual([]);
  expect(userDataKinds.filter((kind) => !named.includes(kind))).toEqual([...countedKinds]);
});

test.each(names)("%s: limits the number, with room again after one is removed", async (name) => {
  const who = await server.newMember(`Full of ${name}`);
  const { count, title } = userListLimits[name];
  const { add, takeAway } = fillings[name];
  await fill(name, who, count);
  const refused = await add(who, "one more");
  expect([refused.status, refused.body]).toEqual([400, failure(`You can have at most ${count} ${title}.`)]);
  expect((await takeAway(who)).status).toBe(200);
  const taken = await add(who, "one more");
  expect([taken.status, taken.body]).toEqual([200, expect.anything()]);
});

const long = ["drafts", "snippets", "scheduled", "reminders"] as const;

test.each(long)("%s: limits the total length", async (name) => {
  const who = await server.newMember(`Long ${name}`);
  const { size, title } = userListLimits[name];
  const { add, takeAway } = fillings[name];
  const refusal = [400, failure(`Your ${title} exceed the limit of ${size} bytes in total.`)];
  const count = 100;
  await fill(name, who, count, size / count);
  const refused = await add(who, "x".repeat(5000));
  expect([refused.status, refused.body]).toEqual(refusal);
  expect((await takeAway(who)).status).toBe(200);
  expect((await add(who, "x".repeat(5000))).status).toBe(200);
});

const changed = names.filter((name) => fillings[name].change);

test.each(changed)("%s: limits the total length on changes too", async (name) => {
  const who = await server.newMember(`Growing ${name}`);
  const { size, count, title } = userListLimits[name];
  await fill(name, who, count, size / count);
  const grown = await fillings[name].change?.(who, "x".repeat(size / count + 1));
  const refusal = failure(`Your ${title} exceed the limit of ${size} bytes in total.`);
  expect([grown?.status, grown?.body]).toEqual([400, refusal]);
  expect((await fillings[name].change?.(who, "shorter"))?.status).toBe(200);
});

test("a new session ends the oldest device's", async () => {
  const who = await server.newMember("Forgetful");
  await server.append(
    ...counted(100).map(
      (id): RealmEvent => ({ type: "client_device_added", userId: who.id, device: aClientDevice({ id }) }),
    ),
  );
  const { device_id } = (await who.post("/register_client_device")).body;
  const { devices } = (await who.post("/register", { fetch_event_types: ["device"] })).body;
  const ids = Object.keys(devices).map(Number);
  expect([ids.length, ids.includes(firstId), ids.includes(device_id)]).toEqual([100, false, true]);
});

test("at the limit, topics aren't followed automatically, and sending still works", async () => {
  const who = await server.newMember("Follower");
  await who.patch("/settings", { automatically_follow_topics_policy: 2 });
  await who.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }] });
  const { count } = userListLimits.topics;
  await fill("topics", who, count);
  const sent = await who.post("/messages", {
    type: "channel",
    to: channelId,
    topic: "brand new",
    content: "x",
  });
  expect(sent.status).toBe(200);
  const { user_topics } = (await who.post("/register", { fetch_event_types: ["user_topic"] })).body;
  expect(user_topics.length).toBe(count);
});

test("a bot's configuration is limited, whichever endpoint sets it", async () => {
  const who = await server.newMember("Configures");
  const bot = (config: object, name = "x") =>
    who.post("/bots", {
      full_name: `Bot ${name}`,
      short_name: `cfg-${name}`,
      bot_type: 1,
      config_data: config,
    });
  const refusal = failure("config_data is too long (limit: 10000 characters)");
  expect((await bot({ a: "x".repeat(10_000) })).body).toEqual(refusal);
  const { user_id } = (await bot({ a: "x".repeat(6000) })).body;
  expect((await who.patch(`/bots/${user_id}`, { config_data: { b: "x".repeat(6000) } })).body).toEqual(
    refusal,
  );
  expect((await who.patch(`/bots/${user_id}`, { config_data: { a: "x".repeat(9000) } })).status).toBe(200);
});
