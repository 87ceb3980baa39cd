import request from "supertest";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { onTheWire } from "../../support/clients/on-the-wire";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let open: number;
let closed: number;
let message: number;
let elsewhere: number;

const anyone = (path: string, query: object = {}) =>
  request(server.http).get(`/api/v1${path}`).query(onTheWire(query));
const register = (given: object = {}) =>
  request(server.http).post("/api/v1/register").type("form").send(onTheWire(given));
const page = { anchor: "newest", num_before: 10, num_after: 0 };
const webPublic = { operator: "channels", operand: "web-public" };
const notLoggedIn = failure("Not logged in: API authentication or user session required", "UNAUTHORIZED");

const setAccess = (enabled: boolean) => owner.patch("/realm", { enable_spectator_access: enabled });
const say = async (id: number, topic = "t"): Promise<number> =>
  (await owner.post("/messages", { type: "channel", to: id, topic, content: "Hello" })).body.id;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  await setAccess(true);
  const make = async (name: string, more: object) =>
    (await owner.post("/channels/create", { name, subscribers: [owner.id], ...more })).body.id;
  open = await make("open", { is_web_public: true });
  closed = await make("closed", {});
  message = await say(open);
  elsewhere = await say(closed);
});
afterAll(() => server.stop());
afterEach(() => setAccess(true));

test("messages of web-public channels can be read without login", async () => {
  const { status, body } = await anyone("/messages", { ...page, narrow: [webPublic] });
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...success(), found_oldest: true, found_newest: true });
  expect(body.messages).toMatchObject([
    { id: message, content: "<p>Hello</p>", flags: ["read"], display_recipient: "open", sender_id: owner.id },
  ]);
});

test("messages hide email addresses", async () => {
  const { body } = await anyone("/messages", { ...page, narrow: [webPublic] });
  expect(body.messages[0].sender_email).toBe(`user${owner.id}@chat.example.com`);
  expect(JSON.stringify(body)).not.toContain(owner.email);
});

test("spectators can read one message and a channel's topics", async () => {
  const { body } = await anyone(`/messages/${message}`);
  expect(body).toMatchObject({ message: { id: message, flags: ["read"] }, raw_content: "Hello" });
  const topics = await anyone(`/users/me/${open}/topics`);
  expect(topics.body.topics).toContainEqual({ name: "t", max_id: message });
});

test.each<[string, () => Promise<{ status: number; body: object }>]>([
  ["a fetch without a narrow", () => anyone("/messages", page)],
  [
    "a narrow to another kind of channel",
    () => anyone("/messages", { ...page, narrow: [{ operator: "channels", operand: "public" }] }),
  ],
  [
    "a narrow to all but public channels",
    () => anyone("/messages", { ...page, narrow: [{ ...webPublic, negated: true }] }),
  ],
  [
    "direct messages",
    () => anyone("/messages", { ...page, narrow: [webPublic, { operator: "is", operand: "dm" }] }),
  ],
  ["a message in another channel", () => anyone(`/messages/${elsewhere}`)],
  ["an unknown message", () => anyone("/messages/999999")],
  ["another channel's topics", () => anyone(`/users/me/${closed}/topics`)],
  ["an unknown channel's topics", () => anyone("/users/me/999/topics")],
  ["a queue's events", () => anyone("/events", { queue_id: "none", last_event_id: -1 })],
  ["the list of channels", () => anyone("/streams")],
])("requires a login for %s", async (_what, call) => {
  const { status, body } = await call();
  expect([status, body]).toEqual([401, notLoggedIn]);
});

test("registering returns web-public data, without user data and without a queue", async () => {
  const { status, body } = await register();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...success(),
    queue_id: null,
    last_event_id: -1,
    zulip_feature_level: expect.any(Number),
    max_message_id: -1,
    user_id: 0,
    full_name: "Anonymous user",
    is_guest: true,
    is_admin: false,
    delivery_email: "",
    realm_bots: [],
    realm_default_streams: [],
    presences: {},
    user_status: {},
    muted_users: [],
    unsubscribed: [],
    never_subscribed: [],
    drafts: [],
    user_topics: [],
    onboarding_steps: [],
    unread_msgs: { count: 0, pms: [], streams: [] },
    user_settings: { web_home_view: "recent" },
  });
  expect(body.subscriptions).toMatchObject([
    { stream_id: open, name: "open", first_message_id: message, is_muted: false },
  ]);
  expect(body.subscriptions[0]).not.toHaveProperty("subscribers");
  expect(body).not.toHaveProperty("streams");
  expect(body).not.toHaveProperty("idle_queue_timeout_secs");
  const { body: same } = await register({ event_types: ["realm_user"] });
  expect(Object.keys(same).sort()).toContain("realm_users");
  expect(same).not.toHaveProperty("realm_name");
});

test("users are listed without email addresses and profile data", async () => {
  const { body } = await anyone("/users", { include_custom_profile_fields: true });
  const own = { user_id: owner.id, email: `user${owner.id}@chat.example.com`, delivery_email: null };
  expect(body.members).toContainEqual(expect.objectContaining(own));
  expect((await anyone("/users", { user_ids: [owner.id, 999] })).body.members).toMatchObject([own]);
  const text = JSON.stringify([body, (await register()).body]);
  expect(text).not.toContain(owner.email);
  expect(text).not.toContain("profile_data");
});

test.each([
  ["client_gravatar", true],
  ["include_subscribers", true],
  ["include_subscribers", "partial"],
])("registering without an account refuses %s: %j", async (name, value) => {
  const { status, body } = await register({ [name]: value });
  expect([status, body]).toEqual([400, failure(`Invalid '${name}' parameter for anonymous request`)]);
  expect((await register({ [name]: false })).status).toBe(200);
});

test("requests with credentials must have valid ones", async () => {
  const wrong = await anyone(`/users/me/${open}/topics`).auth("owner@example.com", "x".repeat(32));
  expect([wrong.status, wrong.body.code]).toEqual([401, "UNAUTHORIZED"]);
});

test("a realm without spectator access refuses every spectator", async () => {
  await setAccess(false);
  const calls = [
    anyone("/messages", { ...page, narrow: [webPublic] }),
    anyone(`/messages/${message}`),
    register(),
    anyone("/users"),
  ];
  for (const call of [...calls, anyone(`/users/me/${open}/topics`)])
    expect((await call).body).toEqual(notLoggedIn);
});

test("spectators are rate limited by address", async () => {
  const limited = await startServer({ callsPerMinute: 3 });
  await limited.owner.patch("/realm", { enable_spectator_access: true });
  const statuses: number[] = [];
  for (let call = 0; call < 4; call += 1) {
    const { status, headers } = await request(limited.http).get("/api/v1/messages/1");
    statuses.push(status);
    if (call === 3) expect(headers["retry-after"]).toBeDefined();
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
  // A proxy passes on whose request it is.
  const other = await request(limited.http).get("/api/v1/messages/1").set("X-Forwarded-For", "203.0.113.7");
  expect(other.status).toBe(401);
  expect((await limited.owner.get("/users/me")).status).toBe(200);
  await limited.stop();
});

describe("if guests see only some users", () => {
  let writer: Client;
  let hidden: Client;
  let groupId: number;

  beforeAll(async () => {
    await setAccess(true);
    writer = await server.newMember("Wanda Writer");
    hidden = await server.newMember("Hidden Hugo");
    await writer.post("/users/me/subscriptions", { subscriptions: [{ name: "open" }] }).expect(200);
    await writer
      .post("/messages", { type: "channel", to: open, topic: "t", content: "Hello web" })
      .expect(200);
    const { body } = await owner
      .post("/user_groups/create", { name: "pair", description: "", members: [writer.id, hidden.id] })
      .expect(200);
    groupId = body.group_id;
  });
  afterAll(() => limitGuests(false));

  const limitGuests = (isLimited: boolean) =>
    owner
      .patch("/realm", {
        can_access_all_users_group: { new: systemGroupId(isLimited ? "role:members" : "role:everyone") },
      })
      .expect(200);
  const allAnswers = async () => {
    const [listed, registered] = [(await anyone("/users")).body, (await register()).body];
    const named = (await anyone("/users", { user_ids: [writer.id, hidden.id] })).body;
    const idsOf = (list: readonly { user_id: number }[]) => list.map(({ user_id }) => user_id);
    return {
      listed: idsOf(listed.members),
      registered: idsOf(registered.realm_users),
      named: idsOf(named.members),
      members: registered.realm_user_groups.find(({ id }: { id: number }) => id === groupId).members,
      everyGroup: registered.realm_user_groups.flatMap(({ members }: { members: number[] }) => members),
      text: JSON.stringify([listed, registered, named]),
    };
  };

  test("spectators see everyone only while guests do", async () => {
    const open = await allAnswers();
    expect(open.text).toContain("Hidden Hugo");
    expect(open.members).toEqual([writer.id, hidden.id]);
    await limitGuests(true);
    const limited = await allAnswers();
    expect(limited.text).not.toContain("Hidden Hugo");
    for (const ids of [limited.listed, limited.registered, limited.named, limited.everyGroup])
      expect(ids).not.toContain(hidden.id);
  });

  test("spectators see the authors of web-public messages", async () => {
    const { listed, registered, named, members } = await allAnswers();
    for (const ids of [listed, registered]) expect(ids).toContain(writer.id);
    expect([named, members]).toEqual([[writer.id], [writer.id]]);
    const { messages } = (await anyone("/messages", { ...page, narrow: [webPublic] })).body;
    expect(messages.at(-1).sender_full_name).toBe("Wanda Writer");
  });
});
