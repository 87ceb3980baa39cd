import express from "express";
import request from "supertest";
import { allEndpoints, rootEndpoints } from "../../../src/adapters/http/endpoints/all";
import { cookieJar } from "../../../src/adapters/pages/cookies";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let [channelId, messageId, botId] = [0, 0, 0];
const made = { defaultGroup: 0, snippet: 0, scheduled: 0, field: 0, folder: 0, group: 0 };

beforeAll(async () => {
  server = await startServer();
  const { owner } = server;
  channelId = (await owner.get("/streams").expect(200)).body.streams[0].stream_id;
  const message = { type: "channel", to: channelId, topic: "lunch", content: "hello" };
  messageId = (await owner.post("/messages", message).expect(200)).body.id;
  botId = (await owner.post("/bots", { full_name: "Bo", short_name: "bo" }).expect(200)).body.user_id;
  const make = async (at: string, form: object) => (await owner.post(at, form).expect(200)).body;
  const described = { name: "made", description: "" };
  await make("/default_stream_groups/create", { group_name: "made", description: "", stream_names: [] });
  made.defaultGroup = (await make("/register", {})).realm_default_stream_groups[0].id;
  made.snippet = (await make("/saved_snippets", { title: "made", content: "hello" })).saved_snippet_id;
  const later = { ...message, scheduled_delivery_timestamp: 4e9 };
  made.scheduled = (await make("/scheduled_messages", later)).scheduled_message_id;
  made.field = (await make("/realm/profile_fields", { name: "made", hint: "", field_type: 1 })).id;
  made.folder = (await make("/channel_folders/create", described)).channel_folder_id;
  made.group = (await make("/user_groups/create", { ...described, members: [] })).group_id;
  await make("/navigation_views", { fragment: "narrow/is/followed", is_pinned: true, name: "made" });
});
afterAll(() => server.stop());

test.each(["\u202e", "\u2066"])("refuses names with the bidirectional control %j", async (turn) => {
  const { owner } = server;
  const name = `Ann${turn}nimda`;
  for (const answer of [
    await owner.patch("/settings", { full_name: name }),
    await owner.post("/channels/create", { name }),
    await owner.post("/user_groups/create", { name, description: "", members: "[]" }),
    await owner.post("/channel_folders/create", { name, description: "" }),
    await owner.patch("/realm", { name }),
    await owner.post("/users/me/status", { status_text: name }),
    await owner.post("/realm/profile_fields", { name, field_type: 1 }),
    await owner.post("/realm/profile_fields", { name: "Pronouns", hint: name, field_type: 1 }),
  ]) {
    expect([answer.status, answer.body.result]).toEqual([400, "error"]);
    expect(answer.body.msg).toMatch(/^Invalid character/);
  }
});

/** How a request gives something this name. */
type Naming = (name: string) => ReturnType<TestServer["owner"]["post"]>;

/** Each parameter of an endpoint that is a name for others to read, with a request that is fine but for the name. */
const namings = (): Readonly<Record<string, Naming>> => {
  const { owner } = server;
  const pattern = "#(?P<id>[0-9]+)";
  const profileField = { name: "Choice", hint: "", field_type: 1 };
  const later = { type: "channel", to: channelId, content: "hello", scheduled_delivery_timestamp: 4e9 };
  return {
    "patch /settings/display full_name": (full_name) => owner.patch("/settings/display", { full_name }),
    "patch /settings/notifications full_name": (full_name) =>
      owner.patch("/settings/notifications", { full_name }),
    "patch /users/{email} full_name": (full_name) => owner.patch("/users/owner@example.com", { full_name }),
    "patch /default_stream_groups/{group_id} new_group_name": (new_group_name) =>
      owner.patch(`/default_stream_groups/${made.defaultGroup}`, { new_group_name }),
    "patch /saved_snippets/{saved_snippet_id} title": (title) =>
      owner.patch(`/saved_snippets/${made.snippet}`, { title }),
    "post /scheduled_messages topic": (topic) => owner.post("/scheduled_messages", { ...later, topic }),
    "patch /scheduled_messages/{scheduled_message_id} topic": (topic) =>
      owner.patch(`/scheduled_messages/${made.scheduled}`, { topic }),
    "patch /navigation_views/{+fragment} name": (name) =>
      owner.patch("/navigation_views/narrow/is/followed", { name }),
    "patch /realm/profile_fields/{field_id} name": (name) =>
      owner.patch(`/realm/profile_fields/${made.field}`, { name }),
    "patch /channel_folders/{channel_folder_id} name": (name) =>
      owner.patch(`/channel_folders/${made.folder}`, { name }),
    "patch /user_groups/{user_group_id} name": (name) => owner.patch(`/user_groups/${made.group}`, { name }),
    "patch /settings full_name": (full_name) => owner.patch("/settings", { full_name }),
    "patch /users/{user_id} full_name": (full_name) => owner.patch(`/users/${owner.id}`, { full_name }),
    "post /users full_name": (full_name) =>
      owner.post("/users", { email: "new@example.com", password: "correct horse battery staple", full_name }),
    "post /bots full_name": (full_name) => owner.post("/bots", { full_name, short_name: "zoe" }),
    "post /bots short_name": (short_name) => owner.post("/bots", { full_name: "Ann", short_name }),
    "patch /bots/{bot_id} full_name": (full_name) => owner.patch(`/bots/${botId}`, { full_name }),
    "patch /bots/{bot_id} short_name": (short_name) => owner.patch(`/bots/${botId}`, { short_name }),
    "post /channels/create name": (name) => owner.post("/channels/create", { name }),
    "post /users/me/subscriptions subscriptions": (name) =>
      owner.post("/users/me/subscriptions", { subscriptions: [{ name }] }),
    "patch /streams/{stream_id} new_name": (new_name) => owner.patch(`/streams/${channelId}`, { new_name }),
    "post /channel_folders/create name": (name) =>
      owner.post("/channel_folders/create", { name, description: "" }),
    "post /user_groups/create name": (name) =>
      owner.post("/user_groups/create", { name, description: "", members: [] }),
    "post /default_stream_groups/create group_name": (group_name) =>
      owner.post("/default_stream_groups/create", { group_name, description: "", stream_names: [] }),
    "patch /realm name": (name) => owner.patch("/realm", { name }),
    "post /realm/profile_fields name": (name) =>
      owner.post("/realm/profile_fields", { ...profileField, name }),
    "post /realm/profile_fields field_data": (text) =>
      owner.post("/realm/profile_fields", {
        ...profileField,
        field_type: 3,
        field_data: { one: { text, order: "1" } },
      }),
    "post /realm/playgrounds name": (name) =>
      owner.post("/realm/playgrounds", {
        name,
        pygments_language: "Python",
        url_template: "https://example.com/{code}",
      }),
    "post /realm/filters pattern": (text) =>
      owner.post("/realm/filters", {
        pattern: `${text}${pattern}`,
        url_template: "https://example.com/{id}",
      }),
    "post /saved_snippets title": (title) => owner.post("/saved_snippets", { title, content: "hello" }),
    "post /navigation_views name": (name) =>
      owner.post("/navigation_views", { fragment: "narrow/is/resolved", is_pinned: true, name }),
    "post /messages topic": (topic) =>
      owner.post("/messages", { type: "channel", to: channelId, topic, content: "hello" }),
    "patch /messages/{message_id} topic": (topic) => owner.patch(`/messages/${messageId}`, { topic }),
  };
};

/** One of each run of characters that show nothing or turn the text around them. */
const misleading = (): readonly string[] => {
  const codes = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  const isHidden = (code: number) =>
    /[\p{Cf}\p{Zl}\p{Zp}\p{DI}\p{Bidi_C}\u2800\u{1d159}]/u.test(String.fromCodePoint(code)) &&
    // These signs span the digits after them, and show.
    !/[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u.test(String.fromCodePoint(code));
  return codes
    .filter((code) => isHidden(code) && !isHidden(code - 1))
    .map((code) => String.fromCodePoint(code));
};

/** Parameters called names that name nothing new: they find something, or what they hold nobody else reads as a name. */
const namesOfOthers: readonly string[] = [
  ...[
    "/messages",
    "/messages/{message_id}",
    "/messages/{message_id}/history",
    "/users/me/{stream_id}/topics",
  ].map((at) => `get ${at} allow_empty_topic_name`),
  "post /mark_topic_as_read topic_name",
  "post /streams/{stream_id}/delete_topic topic_name",
  "post /typing topic",
  "post /user_topics topic",
  "patch /users/me/subscriptions/muted_topics topic",
  "post /messages/{message_id}/reactions emoji_name",
  "delete /messages/{message_id}/reactions emoji_name",
  "post /users/me/status emoji_name",
  "post /users/{user_id}/status emoji_name",
  // Webhooks' topics lose such characters.
  "post /external/{integration} topic",
  "post /external/{integration} name",
  "post /bots service_name",
  "get /calls/bigbluebutton/create meeting_name",
  "post /calls/nextcloud_talk/create room_name",
  "post /calls/galene/create room_name",
];

test("the law of names tries every declared parameter that is a name", () => {
  const declared = [...allEndpoints(true), ...rootEndpoints].flatMap(({ method, at, params }) =>
    Object.keys(params as object)
      .filter((name) => /(^|_)(name|title|topic|topic_name|nickname|label)$/.test(name))
      .map((name) => `${method} ${at} ${name}`),
  );
  const tried = Object.keys(namings());
  expect(declared.filter((one) => !tried.includes(one) && !namesOfOthers.includes(one))).toEqual([]);
});

test("no parameter that is a name takes a control character, or one that shows nothing or turns the text around it", async () => {
  const accepted: string[] = [];
  for (const [parameter, naming] of Object.entries(namings()))
    for (const one of [...misleading(), "\u202e", "\u2066", "\n", "\t", "\u001b", "\u007f", "\u0085"]) {
      const { status } = await naming(`An${one}n`);
      if (status !== 400) accepted.push(`${parameter}: ${status} for ${JSON.stringify(one)}`);
    }
  expect(accepted).toEqual([]);
  // They were refused for that character only.
  for (const [index, [parameter, naming]] of Object.entries(namings()).entries())
    expect([parameter, (await naming(`Ann${index}`)).body.msg]).toEqual([parameter, ""]);
});

const breaking = ["\n", "\r", "\u0000", "\u001b", "\u0085", "\u2028", "\u2029"];

test("texts that are shown on one line take no line end or other control inside them, except tabs", async () => {
  const { owner } = server;
  const motto = await owner.post("/realm/profile_fields", { name: "Quote", field_type: 1 }).expect(200);
  const texts: Readonly<Record<string, Naming>> = {
    status: (status_text) => owner.post("/users/me/status", { status_text }),
    hint: (hint) => owner.patch(`/realm/profile_fields/${made.field}`, { hint }),
    value: (value) => owner.patch("/users/me/profile_data", { data: [{ id: motto.body.id, value }] }),
  };
  for (const [what, give] of Object.entries(texts)) {
    for (const one of [...breaking, "\u202e"])
      expect([what, one, (await give(`An${one}n`)).status]).toEqual([what, one, 400]);
    for (const text of ["Ann", "An\tn"])
      expect([what, text, (await give(text)).status]).toEqual([what, text, 200]);
  }
});

test.each(["\t", ...breaking.filter((one) => one !== "\u0000")])(
  "descriptions of channels have a space for %j",
  async (end) => {
    const { owner } = server;
    await owner.patch(`/streams/${channelId}`, { description: `one${end}two` }).expect(200);
    const { stream } = (await owner.get(`/streams/${channelId}`).expect(200)).body;
    expect(stream.description).toBe("one two");
  },
);

test("group descriptions can't reverse the text around them", async () => {
  const group = { name: "readers", members: [] };
  const { body } = await server.owner.post("/user_groups/create", { ...group, description: "All\u202e" });
  expect(body.msg).toBe("Invalid characters in description!");
});

test("profile field values can't reverse the text around them", async () => {
  const { owner } = server;
  const { body } = await owner.post("/realm/profile_fields", { name: "Motto", field_type: 1 }).expect(200);
  const fill = (value: string) => owner.patch("/users/me/profile_data", { data: [{ id: body.id, value }] });
  expect((await fill("Onwards\u202e")).body.msg).toBe("Invalid characters in Motto!");
  await fill("Onwards").expect(200);
});

test.each(["\u200b", "\ufeff", "\u3164", "\u200d"])(
  "refuses names with the invisible character %j",
  async (nothing) => {
    const { owner } = server;
    const name = `An${nothing}n`;
    const { body } = await owner.get("/streams").expect(200);
    const channelId = body.streams[0].stream_id;
    const url_template = "https://example.com/{code}";
    for (const answer of [
      await owner.patch("/settings", { full_name: name }),
      await owner.post("/user_groups/create", { name, description: "", members: "[]" }),
      await owner.post("/bots", { full_name: name, short_name: "ann" }),
      await owner.post("/channels/create", { name }),
      await owner.post("/users/me/subscriptions", { subscriptions: [{ name }] }),
      await owner.patch(`/streams/${channelId}`, { new_name: name }),
      await owner.post("/channel_folders/create", { name, description: "" }),
      await owner.patch("/realm", { name }),
      await owner.post("/realm/profile_fields", { name, field_type: 1 }),
      await owner.post("/default_stream_groups/create", {
        group_name: name,
        description: "",
        stream_names: [],
      }),
      await owner.post("/realm/playgrounds", { name, pygments_language: "Python", url_template }),
    ]) {
      expect([answer.status, answer.body.result]).toEqual([400, "error"]);
      expect(answer.body.msg).toMatch(/^Invalid character/);
    }
  },
);

describe.each(["\u202e", "\u200b", "\u3164"])("a topic containing %j", (hidden) => {
  const topic = `rel${hidden}ease`;
  const say = async (name: string) => {
    const { owner } = server;
    const { body } = await owner.get("/streams").expect(200);
    const to = body.streams[0].stream_id;
    return owner.post("/messages", { type: "channel", to, topic: name, content: "hello" });
  };

  test("can't be started by a message or a move", async () => {
    expect((await say(topic)).body.msg).toBe("Invalid character in topic, at position 1!");
    const { id } = (await say("release")).body;
    const moved = await server.owner.patch(`/messages/${id}`, { topic });
    expect([moved.status, moved.body.msg]).toEqual([400, "Invalid character in topic, at position 1!"]);
  });
});

test("accepts topics in Persian and with emoji", async () => {
  const { owner } = server;
  const { body } = await owner.get("/streams").expect(200);
  const to = body.streams[0].stream_id;
  for (const topic of ["می\u200cخواهم", "👩\u200d👩\u200d👧 and \u2764\ufe0f"])
    await owner.post("/messages", { type: "channel", to, topic, content: "hello" }).expect(200);
});

test.each(["javascript:alert({id})", "data:text/html,{id}", "{+id}", "//{id}", "/{id}"])(
  "refuses a linkifier with the URL template %s",
  async (url_template) => {
    const pattern = "#(?P<id>[0-9]+)";
    const fine = "https://example.com/{id}";
    const add = (given: object) =>
      server.owner.post("/realm/filters", { pattern, url_template: fine, ...given });
    expect((await add({ url_template })).body.errors).toEqual({ url_template: ["Invalid URL template."] });
    expect((await add({ alternative_url_templates: [url_template] })).status).toBe(400);
    const { body } = await add({}).expect(200);
    const changed = await server.owner.patch(`/realm/filters/${body.id}`, { pattern, url_template });
    expect(changed.status).toBe(400);
    await server.owner.delete(`/realm/filters/${body.id}`).expect(200);
  },
);

test.each(["javascript:alert({code})", "data:text/html,{code}", "//{code}", "https://{code}"])(
  "refuses a playground with the URL template %s",
  async (url_template) => {
    const { status } = await server.owner.post("/realm/playgrounds", {
      name: "P",
      pygments_language: "Python",
      url_template,
    });
    expect(status).toBe(400);
  },
);

test.each([
  ["a trusted proxy", ["loopback"], "fine"],
  ["anybody else", [], "Origin checking failed."],
])("X-Forwarded-Host from %s: %s", async (_who, trusted, expected) => {
  const jar = cookieJar("https://chat.example.com");
  const token = "t".repeat(32);
  const app = express().set("trust proxy", trusted);
  app.post("/", (incoming, response) => void response.send(jar.forgery(incoming, token) ?? "fine"));
  const answer = await request(app)
    .post("/")
    .set({ Cookie: `__Host-csrftoken=${token}`, "X-Forwarded-Host": "evil.example" })
    .set("Origin", "https://evil.example");
  expect(answer.text).toBe(expected);
});

test.each([
  ["https://chat.example.com", "http://chat.example.com", "Origin checking failed."],
  ["https://chat.example.com", "https://chat.example.com", "fine"],
  ["http://chat.example.com", "http://chat.example.com", "fine"],
  ["http://chat.example.com", "https://chat.example.com", "fine"],
])("at %s, Origin %s: %s", async (siteUrl, origin, expected) => {
  const jar = cookieJar(siteUrl);
  const token = "t".repeat(32);
  const app = express();
  app.post("/", (incoming, response) => void response.send(jar.forgery(incoming, token) ?? "fine"));
  const prefix = siteUrl.startsWith("https:") ? "__Host-" : "";
  for (const host of ["chat.example.com", "127.0.0.1"]) {
    const post = request(app)
      .post("/")
      .set({ Host: host, Cookie: `${prefix}csrftoken=${token}` });
    expect((await post.set("Origin", origin)).text).toBe(expected);
  }
});
