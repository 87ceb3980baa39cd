import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import request from "supertest";
import { ownerPassword, startServer, type TestServer } from "../../support/http/http-application";

type Browser = ReturnType<typeof request.agent>;

let folder: string;
let server: TestServer;
const script = "console.log(1);".repeat(200);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parley-web-"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>The client</title>");
  writeFileSync(join(folder, "build.json"), JSON.stringify({ second: ["rarely-ABC.js", "chunk-ABC.js"] }));
  writeFileSync(join(folder, "main-ABC.js"), script);
  writeFileSync(join(folder, "main-ABC.js.gz"), gzipSync(script));
  writeFileSync(join(folder, "main-ABC.js.map"), "{}");
  writeFileSync(join(folder, "service-worker.js"), "self.onfetch = null;");
  server = await startServer({ webFolder: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const logIn = async (): Promise<Browser> => {
  const browser = request.agent(server.http);
  const page = await browser.get("/login");
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page.text)?.[1];
  const form = { csrfmiddlewaretoken: token, username: "owner@example.com", password: ownerPassword };
  const { headers } = await browser.post("/login").type("form").send(form);
  expect(headers.location).toBe("/");
  return browser;
};

test("logged-in users get the client at the root, with a policy that allows only our own scripts", async () => {
  const { status, text, headers } = await (await logIn()).get("/");
  expect([status, text]).toEqual([200, expect.stringContaining("The client")]);
  const policy = headers["content-security-policy"];
  expect(policy).toContain("default-src 'none';script-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script';trusted-types parley");
  expect(headers["cache-control"]).toBe("no-store");
});

test("redirects everyone else to the login page", async () => {
  const { status, headers } = await request(server.http).get("/");
  expect([status, headers.location]).toEqual([303, "/login"]);
});

test("GET /json/session names the user and returns a CSRF token", async () => {
  const browser = await logIn();
  const { body, headers } = await browser.get("/json/session");
  expect(body).toEqual({
    result: "success",
    msg: "",
    user_id: server.owner.id,
    realm_name: "Example",
    sends_mail: true,
    csrf_token: expect.stringMatching(/^[\w-]{32}$/),
  });
  expect(headers["cache-control"]).toBe("no-store");
  const form = { type: "channel", to: "general", topic: "t", content: "By the client" };
  await browser.post("/json/messages").type("form").send(form).expect(403);
  await browser
    .post("/json/messages")
    .set("X-CSRFToken", body.csrf_token)
    .type("form")
    .send(form)
    .expect(200);
});

test("GET /json/session needs a login", async () => {
  const { status, body } = await request(server.http).get("/json/session");
  expect([status, body]).toEqual([401, expect.objectContaining({ result: "error", code: "UNAUTHORIZED" })]);
});

describe("with a web-public channel", () => {
  let channelId: number;
  beforeAll(async () => {
    await server.owner.patch("/realm", { enable_spectator_access: true });
    const created = await server.owner.post("/channels/create", {
      name: "open",
      subscribers: [server.owner.id],
      is_web_public: true,
    });
    channelId = created.body.id;
  });
  afterAll(() => server.owner.patch("/realm", { enable_spectator_access: false }));

  test("people without an account get the client as spectators", async () => {
    const browser = request.agent(server.http);
    const { status, text, headers } = await browser.get("/");
    expect([status, text]).toEqual([200, expect.stringContaining("The client")]);
    // They need more of it at once than others.
    expect(headers.link).toBe(
      "</web/rarely-ABC.js>; rel=modulepreload, </web/chunk-ABC.js>; rel=modulepreload",
    );
    expect((await (await logIn()).get("/")).headers.link).toBeUndefined();
    const { body } = await browser.get("/json/session");
    expect(body).toMatchObject({ result: "success", user_id: 0, realm_name: "Example" });
    const sent = { type: "channel", to: channelId, topic: "t", content: "By nobody" };
    const { csrf_token } = body;
    const refused = await browser
      .post("/json/messages")
      .set("X-CSRFToken", csrf_token)
      .type("form")
      .send(sent);
    expect([refused.status, refused.body.code]).toEqual([401, "UNAUTHORIZED"]);
    const { body: state } = await browser
      .post("/json/register")
      .set("X-CSRFToken", csrf_token)
      .type("form")
      .send({ fetch_event_types: '["subscription"]' });
    expect(state.subscriptions.map(({ name }: { name: string }) => name)).toEqual(["open"]);
  });

  test("other requests are refused without triggering the browser's password dialog", async () => {
    const narrow = JSON.stringify([{ operator: "is", operand: "starred" }]);
    const query = { anchor: "newest", num_before: 1, num_after: 0, narrow };
    const { status, headers } = await request(server.http).get("/json/messages").query(query);
    expect([status, headers["www-authenticate"]]).toEqual([401, 'Session realm="zulip"']);
  });

  test("users with an ended session are sent to the login page", async () => {
    const stale = () => request(server.http).get("/").set("Cookie", "sessionid=ended");
    expect((await stale()).headers.location).toBe("/login");
  });

  test("spectators must log in if the organization disables access or its last public channel is archived", async () => {
    const location = async () => (await request(server.http).get("/")).headers.location;
    await server.owner.patch("/realm", { enable_spectator_access: false });
    expect(await location()).toBe("/login");
    await server.owner.patch("/realm", { enable_spectator_access: true });
    expect(await location()).toBeUndefined();
    await server.owner.delete(`/streams/${channelId}`);
    expect(await location()).toBe("/login");
  });
});

test("build files are immutable, and compressed for browsers that accept it", async () => {
  const plain = await request(server.http).get("/web/main-ABC.js").set("Accept-Encoding", "identity");
  expect([plain.text, plain.headers["content-encoding"]]).toEqual([script, undefined]);
  const packed = await request(server.http).get("/web/main-ABC.js").set("Accept-Encoding", "gzip");
  expect([packed.text, packed.headers["content-encoding"]]).toEqual([script, "gzip"]);
  expect(packed.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/javascript; charset=utf-8",
    vary: "Accept-Encoding",
  });
});

test("source maps are there for developers' tools", async () => {
  const { text, headers } = await request(server.http).get("/web/main-ABC.js.map");
  expect([text, headers["cache-control"]]).toEqual(["{}", "public, max-age=31536000, immutable"]);
  expect(headers["content-type"]).toMatch("application/json");
});

test.each([
  "/web/index.html",
  "/web/main-ABC.js.gz",
  "/web/..%2F..%2Fpackage.json",
  "/web/nothing.js",
  "/web/nothing.js.map",
])("serves nothing else: %s", async (path) => {
  expect((await request(server.http).get(path)).status).toBe(404);
});

test("compresses long answers only for clients that accept it", async () => {
  const browser = await logIn();
  const { csrf_token: token } = (await browser.get("/json/session")).body;
  const register = (encoding: string) =>
    browser
      .post("/json/register")
      .set({ "Accept-Encoding": encoding, "X-CSRFToken": token })
      .type("form")
      .send({ event_types: "[]", fetch_event_types: '["realm_user"]' });
  const [packed, plain] = [await register("gzip"), await register("identity")];
  expect([packed.headers["content-encoding"], plain.headers["content-encoding"]]).toEqual([
    "gzip",
    undefined,
  ]);
  expect(packed.body.realm_users).toEqual(plain.body.realm_users);
  const short = await browser.get("/json/session").set("Accept-Encoding", "gzip");
  expect(short.headers["content-encoding"]).toBeUndefined();
  expect(short.headers.vary).toBe("Accept-Encoding");
});

test("answers written in slices arrive whole, compressed or not", async () => {
  const sizes = Array.from({ length: 20 }, (_, index) => 9000 + index);
  for (const size of sizes)
    await server.owner.post("/messages", {
      type: "stream",
      to: "general",
      topic: "long",
      content: "x".repeat(size),
    });
  const browser = await logIn();
  const read = (encoding: string) =>
    browser
      .get("/json/messages")
      .query({ anchor: "newest", num_before: sizes.length, num_after: 0, apply_markdown: false })
      .set("Accept-Encoding", encoding);
  const [packed, plain] = [await read("gzip"), await read("identity")];
  expect([packed, plain].map(({ headers }) => headers["content-encoding"])).toEqual(["gzip", undefined]);
  for (const { body } of [packed, plain])
    expect(body.messages.map(({ content }: { content: string }) => content.length)).toEqual(sizes);
});

test("browsers revalidate the service worker each time, and it may fetch only from this server", async () => {
  const { text, headers } = await request(server.http).get("/service-worker.js");
  expect(text).toBe("self.onfetch = null;");
  expect(headers).toMatchObject({
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; connect-src 'self'",
    "content-type": "text/javascript; charset=utf-8",
  });
  expect((await request(server.http).get("/web/service-worker.js")).status).toBe(404);
});

test("logging out clears the browser's stored data", async () => {
  const browser = await logIn();
  const { csrf_token: csrfmiddlewaretoken } = (await browser.get("/json/session")).body;
  const { headers } = await browser.post("/logout").type("form").send({ csrfmiddlewaretoken });
  expect(headers).toMatchObject({ location: "/login", "clear-site-data": '"cache", "storage"' });
  const again = await logIn();
  expect((await again.get("/")).headers["clear-site-data"]).toBeUndefined();
});

test("API clients' answers are unchanged", async () => {
  const { headers } = await server.owner.get("/users").set("Accept-Encoding", "gzip");
  expect(headers["content-encoding"]).toBeUndefined();
});

test("the client can be installed under the organization's name", async () => {
  const { body, headers } = await (await logIn()).get("/manifest.webmanifest");
  expect(headers["content-type"]).toContain("application/manifest+json");
  expect(body).toMatchObject({ name: "Example", start_url: "/", display: "standalone" });
  const icons = body.icons as { src: string; sizes: string; type: string; purpose?: string }[];
  const pngs = icons.filter(({ type }) => type === "image/png");
  expect(pngs.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ["192x192", undefined],
    ["512x512", undefined],
    ["512x512", "maskable"],
  ]);
  const touch = { src: "/static/images/apple-touch-icon.png", sizes: "180x180" };
  for (const { src, sizes } of [...pngs, touch]) {
    const { body: picture } = await request(server.http)
      .get(src)
      .expect(200)
      .expect("Content-Type", "image/png");
    const { width, height, hasAlpha } = await sharp(picture).metadata();
    expect([src, `${width}x${height}`, hasAlpha]).toEqual([src, sizes, false]);
    expect(picture.length).toBeLessThan(8192);
  }
  // What a mask may cut off is of one color.
  const maskable = await request(server.http).get(pngs[2]?.src ?? "");
  const kept = sharp(maskable.body).trim();
  const { info } = await kept.toBuffer({ resolveWithObject: true });
  expect(Math.hypot(info.width, info.height)).toBeLessThanOrEqual(0.8 * 512);
  const page = await request(server.http).get("/login");
  expect(page.text).toContain('<link rel="apple-touch-icon" href="/static/images/apple-touch-icon.png">');
});
