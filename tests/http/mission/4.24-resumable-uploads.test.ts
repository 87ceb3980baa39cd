import request, { type Test } from "supertest";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";
import { wholeBody } from "../../support/http/whole-body";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer({ settings: { PARLEY_MAX_UPLOAD_MIB: "5" } });
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
});
afterAll(() => server.stop());

const tus = "1.0.0";
const as = (client: Client, test: Test) => test.auth(client.email, client.apiKey).set("Tus-Resumable", tus);
const named = (name: string) => `filename ${Buffer.from(name).toString("base64")}`;
const begin = (client: Client, size: number, metadata = named("notes.txt")) =>
  as(client, request(server.http).post("/api/v1/tus"))
    .set("Upload-Length", String(size))
    .set("Upload-Metadata", metadata);
const send = (client: Client, location: string, offset: number, content: string) =>
  as(client, request(server.http).patch(location))
    .set("Upload-Offset", String(offset))
    .set("Content-Type", "application/offset+octet-stream")
    .send(Buffer.from(content));
const ask = (client: Client, location: string) => as(client, request(server.http).head(location));
const open = async (client: Client, url: string) =>
  String((await as(client, request(server.http).get(url)).buffer().parse(wholeBody)).body);
const listed = async (client: Client) =>
  (await client.get("/attachments")).body.attachments as readonly { name: string }[];

shows(
  "§4.24 note 1",
  "with a key, a file uploaded in pieces by tus exists once it is complete, and not before",
  async () => {
    const begun = await begin(ben, 10, named("notes of 今日.txt"));
    expect([begun.status, begun.headers["tus-resumable"]]).toEqual([201, tus]);
    const { location = "" } = begun.headers;
    expect(location).toMatch(/^\/api\/v1\/tus\/\d+\/[0-9a-f]{2}\/[0-9a-f-]{36}\/notes-of-.txt$/);
    const first = await send(ben, location, 0, "hello");
    expect([first.status, first.headers["upload-offset"]]).toEqual([204, "5"]);
    expect(await listed(ben)).toEqual([]);
    const { status, headers } = await ask(ben, location);
    expect([status, headers["upload-offset"], headers["upload-length"]]).toEqual([200, "5", "10"]);
    const last = await send(ben, location, 5, " you!");
    const url = location.replace("/api/v1/tus/", "/user_uploads/");
    expect([last.status, last.type, last.body]).toEqual([
      200,
      "application/json",
      { url, filename: "notes of 今日.txt" },
    ]);
    expect(await open(ben, url)).toBe("hello you!");
    expect(await listed(ben)).toMatchObject([{ name: "notes of 今日.txt", size: 10 }]);
    expect((await ask(ben, location)).headers["upload-offset"]).toBe("10");
    expect((await as(ben, request(server.http).delete(location))).status).toBe(400);
  },
);

shows(
  "§4.24 note 1",
  "an upload doesn't exist for other users, and starting one requires a key",
  async () => {
    const { location = "" } = (await begin(ben, 5)).headers;
    expect((await ask(cleo, location)).status).toBe(404);
    expect((await send(cleo, location, 0, "hello")).status).toBe(404);
    expect((await as(cleo, request(server.http).delete(location))).status).toBe(404);
    const nobody = () =>
      request(server.http).post("/api/v1/tus").set("Tus-Resumable", tus).set("Upload-Length", "5");
    for (const test of [nobody(), nobody().auth(ben.email, "x".repeat(32))]) {
      const { status, body } = await test;
      expect([status, body.result]).toEqual([401, "error"]);
    }
    expect((await send(ben, location, 0, "hello")).status).toBe(200);
  },
);

shows("§4.24 note 1", "metadata may have keys without values, and no file name", async () => {
  for (const [metadata, filename] of [
    [`${named("a.txt")},is_confidential`, "a.txt"],
    ["is_confidential", "uploaded-file"],
  ] as const) {
    const { location = "" } = (await begin(ben, 5, metadata)).headers;
    expect((await send(ben, location, 0, "hello")).body).toMatchObject({ filename });
  }
});

shows("§8 limit file size", "refuses an upload above the size limit before its content", async () => {
  const most = 5 * 1024 * 1024;
  const begun = await begin(ben, most);
  expect(begun.status).toBe(201);
  expect((await as(ben, request(server.http).delete(begun.headers.location ?? ""))).status).toBe(204);
  const large = await begin(ben, most + 1);
  const msg = "File is larger than this server's configured maximum upload size (5 MiB).";
  expect([large.status, large.body]).toEqual([
    413,
    { result: "error", code: "BAD_REQUEST", msg, message: msg },
  ]);
});

shows("§4.24 note 1", "accepts a browser's session, with a header that other pages can't send", async () => {
  const browser = request.agent(server.http).set("Host", "chat.example.com");
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(
    (await browser.get("/login")).text,
  )?.[1];
  const form = { csrfmiddlewaretoken, username: "owner@example.com", password: ownerPassword };
  expect((await browser.post("/login").type("form").send(form)).status).toBe(303);
  const upload = () =>
    browser
      .post("/api/v1/tus")
      .set("Upload-Length", "5")
      .set("Content-Type", "application/offset+octet-stream")
      .send(Buffer.from("hello"));
  const plain = await upload();
  expect([plain.status, plain.body.msg]).toEqual([412, "Tus-Resumable Required"]);
  const done = await upload().set("Tus-Resumable", tus).set("Upload-Metadata", named("a.txt"));
  expect([done.status, done.body.filename]).toEqual([201, "a.txt"]);
  expect(done.headers["access-control-allow-origin"]).toBeUndefined();
  expect((await browser.get(done.body.url)).text).toBe("hello");
  const preflight = await request(server.http)
    .options("/api/v1/tus")
    .set({ Origin: "https://evil.example", "Access-Control-Request-Headers": "tus-resumable" });
  expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([401, undefined]);
});
