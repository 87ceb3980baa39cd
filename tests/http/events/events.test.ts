import { registerQueue } from "../../../src/application/events/register-queue";
import { messagesOnly } from "../../support/application/messages-only-queue";
import { aUser } from "../../support/builders/entities";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

interface Queue {
  readonly queue_id: string;
  last: number;
}

const register = async (who: Client, form: object = { event_types: ["message"] }): Promise<Queue> => {
  const { body } = await who.post("/register", form);
  return { queue_id: body.queue_id, last: body.last_event_id };
};

/** Reads the queue's events, and acknowledges them with the next call. */
const drain = async (who: Client, queue: Queue, query: object = {}) => {
  const { body } = await who.get("/events", {
    queue_id: queue.queue_id,
    last_event_id: queue.last,
    dont_block: true,
    ...query,
  });
  queue.last = body.events?.at(-1)?.id ?? queue.last;
  return body.events;
};

const say = async (content: string, more: object = {}) =>
  (await owner.post("/messages", { type: "channel", to: "general", topic: "t", content, ...more })).body
    .id as number;

const contents = (events: { message: { content: string } }[]) => events.map(({ message }) => message.content);

describe("a queue", () => {
  test("delivers a message with flags and an increasing id, rendered or as Markdown on request", async () => {
    const plain = await register(ben);
    const rendered = await register(ben, { event_types: ["message"], apply_markdown: true });
    const id = await say("*one*");
    await say("two");
    const events = await drain(ben, plain);
    expect(contents(events)).toEqual(["*one*", "two"]);
    expect(events[0]).toMatchObject({
      type: "message",
      flags: [],
      message: { id, subject: "t", stream_id: 1 },
    });
    expect(events[0].message).not.toHaveProperty("flags");
    expect(events[1].id).toBeGreaterThan(events[0].id);
    expect(contents(await drain(ben, rendered))).toEqual(["<p><em>one</em></p>", "<p>two</p>"]);
  });

  test("answers a waiting poll as soon as there is an event", async () => {
    const queue = await register(ben);
    const poll = drain(ben, queue, { dont_block: false });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await say("at last");
    expect(contents(await poll)).toEqual(["at last"]);
  });

  test("delivers the rest to a client that broke off within an entry, on this node and another", async () => {
    const queue = await register(ben, { event_types: ["user_settings"] });
    await ben.patch("/settings", {
      twenty_four_hour_time: true,
      high_contrast_mode: true,
      starred_message_counts: false,
    });
    const before = queue.last;
    const all = await drain(ben, { ...queue });
    expect(all).toHaveLength(3);
    const later = await server.restarted();
    const rest = async (who: Client, seen: number) => drain(who, { ...queue, last: all[seen]?.id ?? before });
    for (const who of [ben, later.clientOf(ben)])
      for (const seen of [0, 2, 1, 0]) expect(await rest(who, seen)).toEqual(all.slice(seen + 1));
    await later.close();
    await say("more to hear");
    expect(await rest(ben, 1)).toEqual(all.slice(2));
  });

  test("gives the local id to the sender's queue, and to no other", async () => {
    const sending = await register(owner);
    const other = await register(owner);
    await say("mine", { queue_id: sending.queue_id, local_id: "17.01" });
    expect((await drain(owner, sending))[0].local_message_id).toBe("17.01");
    expect((await drain(owner, other))[0]).not.toHaveProperty("local_message_id");
  });

  test("delivers only the event types it was registered for", async () => {
    const flags = await register(ben, { event_types: ["update_message_flags"] });
    const narrow = await register(ben, { event_types: ["message"], narrow: [["topic", "wanted"]] });
    const id = await say("elsewhere");
    await say("here", { topic: "wanted" });
    await ben.post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
    expect(await drain(ben, flags)).toEqual([
      {
        type: "update_message_flags",
        op: "add",
        operation: "add",
        flag: "starred",
        messages: [id],
        all: false,
        id: expect.any(Number),
      },
    ]);
    expect(contents(await drain(ben, narrow))).toEqual(["here"]);
  });

  test("can't be narrowed by terms that cost every sender time", async () => {
    expect((await ben.post("/register", { narrow: [["search", "a"]] })).body).toMatchObject({
      code: "BAD_NARROW",
      msg: "Invalid narrow operator: no operator for an event queue",
    });
    const cheap = [
      ["stream", "general"],
      ["topic", "t"],
      ["sender", owner.email],
      ["is", "dm"],
      ["is", "mentioned"],
      ["is", "unread"],
      ["is", "resolved"],
    ];
    expect((await ben.post("/register", { narrow: cheap })).body).toMatchObject({ result: "success" });
  });

  test("ends when it is deleted", async () => {
    const queue = await register(ben);
    expect((await ben.delete("/events", { queue_id: queue.queue_id })).body).toEqual({
      result: "success",
      msg: "",
    });
    const endedQueue = {
      result: "error",
      code: "BAD_EVENT_QUEUE_ID",
      msg: `Bad event queue ID: ${queue.queue_id}`,
      queue_id: queue.queue_id,
    };
    for (const call of [ben.get("/events", queue), ben.delete("/events", { queue_id: queue.queue_id })]) {
      const { status, body } = await call;
      expect([status, body]).toEqual([400, endedQueue]);
    }
  });

  test("keeps undelivered events over a restart", async () => {
    const queue = await register(ben);
    await say("delivered");
    await drain(ben, queue);
    await say("in time");
    await owner.post("/messages", { type: "direct", to: [ben.id], content: "between us" });
    const later = await server.restarted();
    const again = later.clientOf(ben);
    expect(contents(await drain(again, queue))).toEqual(["in time", "between us"]);
    await say("after all");
    await later.services.directory.catchUp(
      server.realmId,
      (await server.services.directory.stateOf(server.realmId)).position,
    );
    expect(contents(await drain(again, queue))).toEqual(["after all"]);
    await later.close();
  });
});

describe("who gets which events:", () => {
  test("a guest who asks for all public channels gets nothing they may not read", async () => {
    await owner.post("/users/me/subscriptions", { subscriptions: [{ name: "open to members" }] });
    const guest = await server.newMember("Gil");
    expect((await owner.patch(`/users/${guest.id}`, { role: 600 })).body.result).toBe("success");
    const all = await register(guest, { event_types: ["message"], all_public_streams: true });
    await say("for members", { to: "open to members" });
    expect(await drain(guest, all)).toEqual([]);
    const later = await server.restarted();
    expect(await drain(later.clientOf(guest), { ...all })).toEqual([]);
    await later.close();
  });

  test("subscribing starts and unsubscribing stops delivery, even for a queue loaded from storage", async () => {
    await owner.post("/users/me/subscriptions", { subscriptions: [{ name: "visited" }] });
    const queue = await register(ben);
    await say("before", { to: "visited" });
    await ben.post("/users/me/subscriptions", { subscriptions: [{ name: "visited" }] });
    await say("during", { to: "visited" });
    await ben.delete("/users/me/subscriptions", { subscriptions: ["visited"] });
    await say("after", { to: "visited" });
    const later = await server.restarted();
    expect(contents(await drain(later.clientOf(ben), { ...queue }))).toEqual(["during"]);
    expect(contents(await drain(ben, queue))).toEqual(["during"]);
    await later.close();
  });

  test("everyone who can see a new channel gets it and its subscribers", async () => {
    const queue = await register(ben, { event_types: ["stream", "subscription"] });
    await owner.post("/users/me/subscriptions", {
      subscriptions: [{ name: "news", description: "What is *new*" }],
    });
    const [created, joined] = await drain(ben, queue);
    expect(created).toMatchObject({ type: "stream", op: "create" });
    expect(created.streams).toMatchObject([
      { name: "news", rendered_description: "<p>What is <em>new</em></p>" },
    ]);
    const [{ stream_id }] = created.streams;
    expect(joined).toMatchObject({
      type: "subscription",
      op: "peer_add",
      stream_ids: [stream_id],
      user_ids: [owner.id],
    });
  });

  test("a user added to a private channel first gets the channel", async () => {
    const queue = await register(ben, { event_types: ["stream", "subscription"], include_subscribers: true });
    await owner.post("/users/me/subscriptions", { subscriptions: [{ name: "club" }], invite_only: true });
    expect(await drain(ben, queue)).toEqual([]);
    await owner.post("/users/me/subscriptions", { subscriptions: [{ name: "club" }], principals: [ben.id] });
    const events = await drain(ben, queue);
    expect(events.map(({ type, op }: { type: string; op: string }) => `${type} ${op}`)).toEqual([
      "stream create",
      "subscription add",
    ]);
    expect(events[1].subscriptions[0].subscribers).toEqual([owner.id, ben.id]);
    await ben.delete("/users/me/subscriptions", { subscriptions: ["club"] });
    expect((await drain(ben, queue))[0]).toMatchObject({
      type: "subscription",
      op: "remove",
      subscriptions: [{ name: "club" }],
    });
  });

  test("everyone gets a new account", async () => {
    const queue = await register(ben, { event_types: ["realm_user"] });
    const cleo = await server.newMember("Cleo Clark");
    expect(await drain(ben, queue)).toMatchObject([
      {
        type: "realm_user",
        op: "add",
        person: { user_id: cleo.id, full_name: "Cleo Clark", role: 400, is_bot: false },
      },
    ]);
  });

  test("messages marked unread come with the data to count them", async () => {
    const queue = await register(ben, { event_types: ["update_message_flags"] });
    const id = await say("read me");
    const toAll = await say("@**all**");
    const direct = (await owner.post("/messages", { type: "direct", to: [ben.id], content: "and me" })).body
      .id;
    for (const op of ["add", "remove"])
      await ben.post("/messages/flags", { messages: [id, toAll, direct], op, flag: "read" });
    const [, removed] = await drain(ben, queue);
    expect(removed.message_details).toEqual({
      [id]: { type: "stream", stream_id: 1, topic: "t", unmuted_stream_msg: false },
      [toAll]: {
        type: "stream",
        stream_id: 1,
        topic: "t",
        unmuted_stream_msg: false,
        mentioned: true,
        wildcard_mentioned: true,
      },
      [direct]: { type: "private", user_ids: [owner.id] },
    });
  });
});

describe("registration", () => {
  test("returns everything clients need to start", async () => {
    const { body } = await ben.post("/register");
    for (const field of requiredByClients) expect(body).toHaveProperty(field);
    expect(body).toMatchObject({
      zulip_feature_level: 512,
      service_feature_level: 512,
      user_id: ben.id,
      idle_queue_timeout_secs: 600,
    });
    expect(body.realm_users.map(({ user_id }: { user_id: number }) => user_id)).toContain(owner.id);
    expect(body.subscriptions.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(["general", "random"]),
    );
  });

  test("returns the requested data, or that of the event types by default", async () => {
    const fields = async (form: object) => Object.keys((await ben.post("/register", form)).body);
    expect(await fields({ event_types: ["message"], fetch_event_types: ["realm_emoji"] })).toContain(
      "realm_emoji",
    );
    expect(await fields({ event_types: ["message"], fetch_event_types: ["realm_emoji"] })).not.toContain(
      "max_message_id",
    );
    expect(await fields({ event_types: ["starred_messages"] })).toContain("starred_messages");
    expect(await fields({ event_types: ["starred_messages"] })).not.toContain("realm_users");
  });

  test("returns unread messages by topic and by people", async () => {
    const dora = await server.newMember("Dora");
    const first = await say("1", { topic: "A" });
    const second = await say("2", { topic: "a" });
    const one = (await owner.post("/messages", { type: "direct", to: [dora.id], content: "3" })).body.id;
    const many = (await owner.post("/messages", { type: "direct", to: [dora.id, ben.id], content: "4" })).body
      .id;
    const { body } = await dora.post("/register");
    expect(body.max_message_id).toBe(many);
    expect(body.unread_msgs).toEqual({
      count: 4,
      pms: [{ other_user_id: owner.id, sender_id: owner.id, unread_message_ids: [one] }],
      streams: [{ stream_id: 1, topic: "A", unread_message_ids: [first, second] }],
      huddles: [{ user_ids_string: [owner.id, ben.id, dora.id].join(","), unread_message_ids: [many] }],
      mentions: [],
      wildcard_mentions: [],
      old_unreads_missing: false,
    });
    expect(body.recent_private_conversations).toEqual([
      { max_message_id: many, user_ids: [owner.id, ben.id] },
      { max_message_id: one, user_ids: [owner.id] },
    ]);
  });

  test("keeps a mobile client's queue for hours, and no queue for more than a week", async () => {
    const timeout = async (form: object) =>
      (await ben.post("/register", { event_types: [], ...form })).body.idle_queue_timeout_secs;
    expect(await timeout({ idle_queue_timeout: "mobile" })).toBe(43_200);
    expect(await timeout({ idle_queue_timeout: 90 })).toBe(90);
    expect(await timeout({ queue_lifespan_secs: 99_999_999 })).toBe(604_800);
  });

  test("serves many clients at once on a node that lags behind another", async () => {
    const later = await server.restarted();
    const caller = { realmId: server.realmId, userId: ben.id, client: "test" };
    const registration = { ...messagesOnly, categories: null, idleTimeout: 60 };
    const burst = () =>
      Promise.all(Array.from({ length: 40 }, () => registerQueue(later.services)(caller, registration)()));
    await burst();
    // Nothing signals this node: more snapshot views than connections wait for its state to catch up.
    await server.append({ type: "user_created", user: aUser({ id: 900, email: "ahead@example.com" }) });
    expect((await burst()).map(({ _tag }) => _tag)).toEqual(Array.from({ length: 40 }, () => "Right"));
    await later.close();
  });

  test("has no gap or overlap between state and events while messages pour in", async () => {
    const sent: Promise<number>[] = [];
    const registered: { newest: number; queue: Queue }[] = [];
    for (let round = 0; round < 10; round += 1) {
      for (let index = 0; index < 5; index += 1) sent.push(say(`flood ${round}.${index}`));
      const { body } = await ben.post("/register", { event_types: ["message", "update_message_flags"] });
      registered.push({
        newest: body.max_message_id,
        queue: { queue_id: body.queue_id, last: body.last_event_id },
      });
    }
    const ids = (await Promise.all(sent)).sort((a, b) => a - b);
    for (const { newest, queue } of registered) {
      const events = (await drain(ben, queue)) as { message: { id: number } }[];
      expect(events.map(({ message }) => message.id)).toEqual(ids.filter((id) => id > newest));
    }
  });
});

/** Fields that zulip-flutter and zulip-terminal read without checking for them. */
const requiredByClients = [
  "queue_id",
  "last_event_id",
  "zulip_feature_level",
  "zulip_version",
  "zulip_merge_base",
  "alert_words",
  "custom_profile_fields",
  "max_stream_name_length",
  "max_topic_length",
  "muted_users",
  "presences",
  "realm_emoji",
  "server_presence_ping_interval_seconds",
  "server_presence_offline_threshold_seconds",
  "realm_user_groups",
  "recent_private_conversations",
  "subscriptions",
  "unread_msgs",
  "starred_messages",
  "streams",
  "user_status",
  "user_settings",
  "user_topics",
  "realm_wildcard_mention_policy",
  "realm_name",
  "realm_waiting_period_threshold",
  "realm_allow_message_editing",
  "realm_enable_read_receipts",
  "realm_icon_url",
  "realm_presence_disabled",
  "realm_default_external_accounts",
  "max_file_upload_size_mib",
  "server_emoji_data_url",
  "max_message_id",
  "event_queue_longpoll_timeout_seconds",
  "realm_users",
  "realm_non_active_users",
  "cross_realm_bots",
  "realm_message_retention_days",
  "muted_topics",
  "email",
  "full_name",
  "realm_message_content_edit_limit_seconds",
];
