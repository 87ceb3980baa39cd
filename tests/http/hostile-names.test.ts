import express from "express";
import request from "supertest";
import { cookieJar } from "../../src/adapters/pages/cookies";
import { startServer, type TestServer } from "../support/http-application";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test.each(["\u202e", "\u2066"])("names don't turn the text around them (%j)", async (turn) => {
  const { owner } = server;
  const name = `Ann${turn}nimda`;
  for (const answer of [
    await owner.patch("/settings", { full_name: name }),
    await owner.post("/channels/create", { name }),
    await owner.post("/user_groups/create", { name, description: "", members: "[]" }),
  ]) {
    expect([answer.status, answer.body.result]).toEqual([400, "error"]);
    expect(answer.body.msg).toMatch(/^Invalid character/);
  }
});

test.each(["javascript:alert({code})", "data:text/html,{code}", "//{code}", "https://{code}"])(
  "a playground isn't at %s",
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
  ["a proxy that is trusted", ["loopback"], "fine"],
  ["anybody else", [], "Origin checking failed."],
])("the host that is named by %s: %s", async (_who, trusted, expected) => {
  const jar = cookieJar("https://chat.example.com");
  const token = "t".repeat(32);
  const app = express().set("trust proxy", trusted);
  app.post("/", (asked, response) => void response.send(jar.forgery(asked, token) ?? "fine"));
  const answer = await request(app)
    .post("/")
    .set({ Cookie: `__Host-csrftoken=${token}`, "X-Forwarded-Host": "evil.example" })
    .set("Origin", "https://evil.example");
  expect(answer.text).toBe(expected);
});
