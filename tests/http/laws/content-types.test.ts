import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import request from "supertest";
import { allEndpoints, rootEndpoints } from "../../../src/adapters/http/endpoints/all";
import { metricsServer } from "../../../src/adapters/metrics/metrics-server";
import { prometheusMetrics } from "../../../src/adapters/metrics/prometheus-metrics";
import { aPicture } from "../../support/builders/images";
import { loggedIn } from "../../support/http/forms";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let folder: string;
let server: TestServer;
let owner: Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parley-web-"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>The client</title>");
  writeFileSync(join(folder, "build.json"), JSON.stringify({ second: [] }));
  writeFileSync(join(folder, "main-ABC.js"), "console.log(1)");
  writeFileSync(join(folder, "service-worker.js"), "self.onfetch = null;");
  server = await startServer({ webFolder: folder });
  ({ owner } = server);
  if (!server.http.listening) await once(server.http.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  server.http.closeAllConnections();
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** The head of the answer, as the server sends it. */
const headOf = async (sent: string, port = (server.http.address() as AddressInfo).port): Promise<string> => {
  const socket = connect(port, "127.0.0.1");
  socket.write(sent);
  let answer = "";
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.includes("\r\n\r\n")) break;
  }
  socket.destroy();
  return answer.split("\r\n\r\n")[0] ?? "";
};

const login = (): string => `Basic ${Buffer.from(`${owner.email}:${owner.apiKey}`).toString("base64")}`;

const asked = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, "Host: chat.example.com", "Connection: close", ...headers, "", ""].join("\r\n");

const isGuarded = (head: string): boolean => /^X-Content-Type-Options: nosniff\r?$/im.test(head);

describe("browsers are told not to guess the type of", () => {
  test.each<[string, number, string, ...string[]]>([
    ["success of the API", 200, "GET /api/v1/server_settings"],
    ["a failure of the API", 401, "GET /api/v1/users"],
    ["an unknown address of the API", 404, "GET /api/v1/nothing"],
    ["an unknown page", 404, "GET /nothing"],
    ["the description of the API", 200, "GET /api/v1/openapi.json"],
    ["the health of the process", 200, "GET /health"],
    ["its readiness", 200, "GET /ready"],
    ["a generated avatar", 200, "GET /avatar/1"],
    ["an avatar for browsers", 200, "GET /avatar/1", "Accept: image/svg+xml", "Authorization"],
    ["an avatar by address", 302, "GET /avatar/nobody@example.com", "Authorization"],
    ["an avatar of nobody", 404, "GET /avatar/x"],
    ["the unknown user's picture", 200, "GET /static/images/unknown-user.png"],
    ["the server's icon", 200, "GET /static/images/realm-icon.svg"],
    ["the server's icon in browsers' tabs", 200, "GET /static/images/favicon.png"],
    ["the server's icon on a home screen", 200, "GET /static/images/apple-touch-icon.png"],
    ["that icon while something is unread", 200, "GET /static/images/favicon-unread.png"],
    ["the server's emoji", 200, "GET /static/generated/emoji/images/emoji/unicode/zulip.png"],
    ["the names of emoji", 200, "GET /static/generated/emoji/emoji_api.json"],
    ["the style of pages", 200, "GET /static/pages.css"],
    ["the script for passkeys", 200, "GET /static/passkeys.js"],
    ["the script of the login page", 200, "GET /static/login.js"],
    ["an unknown static file", 404, "GET /static/nothing.js"],
    ["a page", 200, "GET /login"],
    ["a redirection", 303, "GET /"],
    ["the manifest of the client", 200, "GET /manifest.webmanifest"],
    ["the service worker", 200, "GET /service-worker.js"],
    ["a script of the client", 200, "GET /web/main-ABC.js"],
    ["an unknown script of the client", 404, "GET /web/none.js"],
    ["a head", 200, "HEAD /static/pages.css"],
    ["another method", 404, "PUT /static/pages.css"],
    ["a preflight", 200, "OPTIONS /static/pages.css"],
    ["the abilities of resumable uploads", 204, "OPTIONS /api/v1/tus", "Authorization"],
    ["a refused resumable upload", 400, "POST /api/v1/tus", "Authorization", "Tus-Resumable: 1.0.0"],
    ["an expectation that nobody knows", 200, "GET /login", "Expect: wonders"],
  ])("%s", async (_what, status, line, ...headers) => {
    const head = await headOf(
      asked(line, ...headers.map((one) => (one === "Authorization" ? `Authorization: ${login()}` : one))),
    );
    expect([head.split(" ")[1], isGuarded(head)]).toEqual([String(status), true]);
  });

  test.each([
    ["a malformed request", "nonsense\r\n\r\n"],
    ["a request without a host", "GET / HTTP/1.1\r\n\r\n"],
  ])("the answer to %s", async (_what, sent) => {
    const head = await headOf(sent);
    expect([head.split(" ")[1], isGuarded(head)]).toEqual(["400", true]);
  });

  test("every endpoint's answer, with and without a login", async () => {
    const addresses = [
      ...allEndpoints(true).map(({ method, at }) => [method, `/api/v1${at}`] as const),
      ...allEndpoints(true).map(({ method, at }) => [method, `/json${at}`] as const),
      ...rootEndpoints.map(({ method, at }) => [method, at] as const),
    ].map(([method, at]) => `${method.toUpperCase()} ${at.replace(/\{[^}]+\}/g, "1")}`);
    expect(addresses.length).toBeGreaterThan(300);
    const bare: string[] = [];
    for (const line of addresses)
      for (const headers of line.startsWith("GET") ? [[], [`Authorization: ${login()}`]] : [[]])
        if (!isGuarded(await headOf(asked(line, ...headers)))) bare.push(line);
    expect(bare).toEqual([]);
  });

  test("uploaded files: whole, in part, unchanged, out of range, as thumbnails and as avatars", async () => {
    const { body } = await request(server.http)
      .post("/api/v1/user_uploads")
      .auth(owner.email, owner.apiKey)
      .attach("f", await aPicture(), "a.png");
    const get = (path: string, headers: Record<string, string> = {}) =>
      request(server.http).get(path).auth(owner.email, owner.apiKey).set(headers);
    const { headers } = await get(body.url);
    const answers = [
      await get(body.url),
      await get(body.url, { Range: "bytes=0-3" }),
      await get(body.url, { Range: "bytes=99999999-" }),
      await get(body.url, { "If-None-Match": String(headers.etag) }),
      await get(`${body.url.replace("uploads/", "uploads/thumbnail/")}/840x560.webp`),
      await get(`${body.url}-not`),
    ];
    expect(answers.map((one) => [one.status, one.headers["x-content-type-options"]])).toEqual(
      [200, 206, 416, 304, 200, 404].map((status) => [status, "nosniff"]),
    );
  });

  test("the client, and a stream of events", async () => {
    const browser = await loggedIn(server, owner.email);
    const page = await browser.get("/");
    expect([page.status, page.headers["x-content-type-options"]]).toEqual([200, "nosniff"]);
    const { body } = await owner.post("/register", { event_types: [], fetch_event_types: [] });
    const stream = `/api/v1/events/stream?queue_id=${body.queue_id}&last_event_id=${body.last_event_id}`;
    const head = await headOf(asked(`GET ${stream}`, `Authorization: ${login()}`));
    expect([/^Content-Type: (.*)\r?$/im.exec(head)?.[1], isGuarded(head)]).toEqual([
      "text/event-stream",
      true,
    ]);
  });

  test("metrics", async () => {
    const metrics = metricsServer(prometheusMetrics(), () => {}).listen(0, "127.0.0.1");
    await once(metrics, "listening");
    const { port } = metrics.address() as AddressInfo;
    for (const path of ["/metrics", "/else"])
      expect(isGuarded(await headOf(asked(`GET ${path}`), port))).toBe(true);
    metrics.close();
  });
});
