import request from "supertest";
import { httpOn, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;

beforeEach(async () => {
  server = await startServer({ callsPerMinute: 3 });
});
afterEach(() => server.stop());

const from = (address: string) => ({ "X-Forwarded-For": address });
const wrong = "x".repeat(32);

test.each([
  ["a wrong key", () => request(server.http).get("/api/v1/users/me").auth("owner@example.com", wrong)],
  ["no key", () => request(server.http).get("/api/v1/users/me")],
  ["no session", () => request(server.http).get("/json/users/me")],
  ["a wrong key in the address", () => request(server.http).post(`/api/v1/external/json?api_key=${wrong}`)],
])("counts requests with %s by address, and refuses them above the limit", async (_what, ask) => {
  const statuses: number[] = [];
  for (let call = 0; call < 5; call += 1) statuses.push((await ask()).status);
  expect(statuses.slice(0, 3).every((status) => status === 401 || status === 400)).toBe(true);
  expect(statuses.slice(3)).toEqual([429, 429]);
  const { headers } = await ask();
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect((await ask().set(from("203.0.113.7"))).status).toBe(statuses[0]);
  // A right key at the same address isn't affected.
  expect((await server.owner.get("/users/me")).status).toBe(200);
});

test("sends Strict-Transport-Security over HTTPS", async () => {
  const http = httpOn({
    ...server,
    url: "https://chat.example.com",
    uploads: { fileMib: 1, realmMib: null },
    isDevelopment: false,
    limit: { callsPerMinute: 0 },
    connectionsPerNetwork: 0,
    logger: { error: () => {} },
    askDatabase: async () => {},
    webFolder: "/nowhere",
  });
  for (const path of ["/api/v1/openapi.json", "/api/v1/server_settings", "/health", "/login", "/nowhere"]) {
    const { headers } = await request(http).get(path);
    expect([path, headers["strict-transport-security"]]).toEqual([path, "max-age=31536000"]);
  }
});
