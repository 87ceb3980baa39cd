import express from "express";
import request from "supertest";
import { cookieJar } from "../../../src/adapters/pages/cookies";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
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
