import request from "supertest";
import { startServer, type TestServer } from "../support/http-application";

let server: TestServer;
const logged: unknown[] = [];

beforeAll(async () => {
  server = await startServer({ logged: (entry) => logged.push(entry), onError: () => {} });
});
afterAll(() => server.stop().catch(() => undefined));

test("while all is well, the process lives and is ready", async () => {
  for (const path of ["/health", "/ready"]) expect((await request(server.http).get(path)).status).toBe(200);
});

test("answers in JSON are neither kept nor taken for anything else", async () => {
  for (const path of ["/health", "/api/v1/server_settings", "/api/v1/users"]) {
    const { headers } = await request(server.http).get(path);
    expect([headers["cache-control"], headers["x-content-type-options"]]).toEqual(["no-store", "nosniff"]);
  }
});

test("without a database, requests that need it are told to come back, and the process says that it isn't ready", async () => {
  await server.owner.get("/users/me");
  const query = jest.spyOn(server.database.db.client, "acquireConnection");
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  query.mockRejectedValue(refused);
  logged.length = 0;
  const { status, headers, body } = await server.owner.get("/messages", {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
  });
  expect([status, body.code, headers["retry-after"]]).toEqual([503, "SERVICE_UNAVAILABLE", "5"]);
  expect(logged).toHaveLength(1);
  const [health, ready] = [
    await request(server.http).get("/health"),
    await request(server.http).get("/ready"),
  ];
  expect([health.status, ready.status, ready.headers["retry-after"]]).toEqual([200, 503, "5"]);
  query.mockRestore();
  expect((await request(server.http).get("/ready")).status).toBe(200);
});
