import request from "supertest";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
afterEach(() => server.stop());

/** Statuses of requests with wrong keys. Each claims another address. */
const statuses = async (path: string): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let count = 1; count <= 6; count += 1) {
    const { status } = await request(server.http)
      .get(path)
      .auth("owner@example.com", "wrong")
      .set({ "X-Forwarded-For": `203.0.${count}.1` });
    found.push(status);
  }
  return found;
};

// A path that Express serves, and one that bypasses it.
test.each(["/api/v1/users/1", "/api/v1/users/me"])(
  "%s: only a trusted proxy names the client",
  async (path) => {
    server = await startServer({ callsPerMinute: 3, trustedProxies: ["10.9.9.9"] });
    expect(await statuses(path)).toEqual([401, 401, 401, 429, 429, 429]);
    await server.stop();
    server = await startServer({ callsPerMinute: 3 });
    expect(await statuses(path)).toEqual([401, 401, 401, 401, 401, 401]);
  },
);

test("only a trusted proxy says which host and protocol the client used", async () => {
  const forged = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    Origin: "https://evil.example",
  };
  const logIn = async () => {
    const { text } = await request(server.http)
      .post("/login")
      .set({ ...forged, Cookie: `csrftoken=${"c".repeat(32)}` })
      .type("form")
      .send({ username: "a@example.com", password: "b", csrfmiddlewaretoken: "c".repeat(32) });
    return text.includes("This form has expired");
  };
  server = await startServer({ trustedProxies: ["10.9.9.9"] });
  expect(await logIn()).toBe(true);
  await server.stop();
  server = await startServer();
  expect(await logIn()).toBe(false);
});
