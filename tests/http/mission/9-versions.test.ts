import request from "supertest";
import { success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { levelOf, shows } from "../../support/mission/levels";

let server: TestServer;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

/** The newest level in the API pages. */
const newest = 496;

shows(
  "§9 note 2",
  "the server reports its level and version in its settings and at registration",
  async () => {
    const { body } = await request(server.http).get("/api/v1/server_settings");
    const registered = (await ben.post("/register", { fetch_event_types: [] })).body;
    for (const reported of [body, registered]) {
      expect(Number.isInteger(reported.service_feature_level)).toBe(true);
      expect(reported.service_feature_level).toBeGreaterThanOrEqual(newest);
      expect(reported.service_version).toMatch(/^\d+\.\d+/);
      // Clients look for the names with the brand.
      expect([reported.zulip_feature_level, reported.zulip_version]).toEqual([
        reported.service_feature_level,
        reported.service_version,
      ]);
    }
    expect(registered.service_feature_level).toBe(body.service_feature_level);
  },
);

shows(
  "§9 note 2",
  "the level never decreases: a queue continues on another process of the same level",
  async () => {
    const { body } = await ben.post("/register", { event_types: ["drafts"] });
    const again = await server.restarted();
    expect(await levelOf(again)).toBeGreaterThanOrEqual(body.service_feature_level);
    const { queue_id, last_event_id } = body;
    const polled = await again.clientOf(ben).get("/events", { queue_id, last_event_id, dont_block: true });
    expect(polled.body).toEqual(success({ queue_id, events: [] }));
    again.http.close();
    await again.close();
  },
);

shows("§9 note 1", "the path prefix names version 1, and no other version exists", async () => {
  const get = (path: string) => request(server.http).get(path).auth(ben.email, ben.apiKey);
  expect((await get("/api/v1/users/me")).body).toMatchObject(success({ user_id: ben.id }));
  for (const prefix of ["/api", "/api/v0", "/api/v2", "/api/V1", "/v1"])
    expect((await get(`${prefix}/users/me`)).status).toBe(404);
});
