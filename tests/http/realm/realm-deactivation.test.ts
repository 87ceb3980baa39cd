import request from "supertest";
import { reactivateRealm } from "../../../src/application/realm/reactivate-realm";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
});
afterAll(() => server.stop());

const ended = { result: "error", msg: "This organization has been deactivated", code: "REALM_DEACTIVATED" };

test("an owner can deactivate the organization: pollers get an event, and nobody can log in until it is reactivated", async () => {
  const member = await server.newMember("Mia");
  await owner.patch("/realm", { enable_spectator_access: true }).expect(200);
  expect((await member.post("/realm/deactivate")).body).toEqual({
    ...failure("Must be an organization owner"),
    code: "UNAUTHORIZED_PRINCIPAL",
  });
  const { body: queue } = await member.post("/register", { event_types: ["realm"] });
  const place = { queue_id: queue.queue_id, last_event_id: queue.last_event_id };
  const polling = member.get("/events", place).then(({ body }) => body);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await owner.post("/realm/deactivate")).body).toEqual(success());
  const { realmId } = server;
  expect((await polling).events).toEqual([
    { type: "realm", op: "deactivated", realm_id: realmId, id: expect.any(Number) },
  ]);
  const spectator = request(server.http).get("/api/v1/users");
  for (const answer of [
    await member.get("/events", place),
    await owner.get("/users/me"),
    await spectator,
    await owner.post("/realm/deactivate"),
    await member.post("/messages", { type: "direct", to: [1] }),
  ])
    expect([answer.status, answer.body]).toEqual([401, ended]);
  await reactivateRealm(server.services)(realmId)();
  expect((await owner.get("/users/me")).status).toBe(200);
  expect((await member.get("/events", { ...place, dont_block: true })).status).toBe(200);
});

test("pages of a deactivated organization say so instead of offering to log in", async () => {
  await owner.patch("/realm", { enable_spectator_access: true }).expect(200);
  await owner.post("/realm/deactivate").expect(200);
  try {
    for (const path of ["/", "/login", "/register", "/accounts/password/reset", "/join/guess"]) {
      const { status, text } = await request(server.http).get(path).set("Host", "chat.example.com");
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain("<p>This organization has been deactivated.</p>");
      expect(text).not.toMatch(/<form|href="\/login"/);
    }
    const session = await request(server.http).get("/json/session").set("Host", "chat.example.com");
    expect(session.status).not.toBe(200);
  } finally {
    await reactivateRealm(server.services)(server.realmId)();
  }
  const { status } = await request(server.http).get("/login").set("Host", "chat.example.com");
  expect(status).toBe(200);
});
