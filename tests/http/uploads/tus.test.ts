import { randomBytes } from "node:crypto";
import { request as rawRequest } from "node:http";
import type { AddressInfo } from "node:net";
import request, { type Test } from "supertest";
import { Upload } from "tus-js-client";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { wholeBody } from "../../support/http/whole-body";

let server: TestServer;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer({ settings: { PARLEY_MAX_UPLOAD_MIB: "5", PARLEY_UPLOAD_QUOTA_MIB: "40" } });
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
});
afterAll(() => server.stop());

const tus = "1.0.0";
const as = (client: Client, test: Test) => test.auth(client.email, client.apiKey).set("Tus-Resumable", tus);
const named = (name: string) => `filename ${Buffer.from(name).toString("base64")}`;
const begin = (client: Client, size: number, name = "notes.txt", on = server) =>
  as(client, request(on.http).post("/api/v1/tus"))
    .set("Upload-Length", String(size))
    .set("Upload-Metadata", named(name));
const send = (client: Client, location: string, offset: number, content: string | Buffer, on = server) =>
  as(client, request(on.http).patch(location))
    .set("Upload-Offset", String(offset))
    .set("Content-Type", "application/offset+octet-stream")
    .send(Buffer.from(content));
const ask = (client: Client, location: string, on = server) => as(client, request(on.http).head(location));
const open = async (client: Client, url: string, on = server) =>
  (await as(client, request(on.http).get(url)).buffer().parse(wholeBody)).body as Buffer;

test("an abandoned upload no longer exists, nor do other paths", async () => {
  const { location = "" } = (await begin(ben, 5)).headers;
  expect((await as(ben, request(server.http).delete(location))).status).toBe(204);
  expect((await ask(ben, location)).status).toBe(404);
  for (const path of ["../../etc/passwd", "1/..%2f..%2fsecret", "9/ab/none/a.txt", "%00"])
    expect((await ask(ben, `/api/v1/tus/${path}`)).status).toBe(404);
});

test("refuses more bytes than announced, a wrong offset and a missing size", async () => {
  const { location = "" } = (await begin(ben, 3)).headers;
  expect((await send(ben, location, 0, "hello")).status).toBeGreaterThanOrEqual(400);
  expect((await send(ben, location, 2, "h")).status).toBe(409);
  const late = await send(ben, location, 2, "h");
  expect(late.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  const unsized = await as(ben, request(server.http).post("/api/v1/tus")).set("Upload-Defer-Length", "1");
  expect([unsized.status, unsized.body.result]).toEqual([400, "error"]);
  const old = await request(server.http).post("/api/v1/tus").auth(ben.email, ben.apiKey);
  expect([old.status, old.body]).toMatchObject([412, { result: "error", msg: "Tus-Resumable Required" }]);
});

test("more content leaves a complete upload as it is", async () => {
  const { location = "" } = (await begin(ben, 5)).headers;
  const { url } = (await send(ben, location, 0, "hello")).body;
  expect((await send(ben, location, 5, "")).status).toBe(200);
  expect((await send(ben, location, 5, "!")).status).toBe(413);
  expect((await open(ben, url)).toString()).toBe("hello");
});

test("answers another protocol version, or none, with the supported version", async () => {
  for (const version of [undefined, "0.2.2", "1.0.0, 0.2.2"]) {
    const sending = request(server.http).post("/api/v1/tus").auth(ben.email, ben.apiKey);
    const { status, headers, body } = await (version === undefined
      ? sending
      : sending.set("Tus-Resumable", version));
    expect([status, headers["tus-version"], headers["tus-resumable"]]).toEqual([412, tus, tus]);
    expect(body.msg).toBe(version === undefined ? "Tus-Resumable Required" : "Unsupported Tus-Resumable");
  }
});

test("refuses another content type than the protocol's, and changes nothing", async () => {
  const { location = "" } = (await begin(ben, 5)).headers;
  const { status, body } = await as(ben, request(server.http).patch(location))
    .set("Upload-Offset", "0")
    .type("application/octet-stream")
    .send(Buffer.from("hello"));
  expect([status, body]).toMatchObject([
    415,
    { result: "error", msg: "Content-Type must be application/offset+octet-stream" },
  ]);
  expect((await ask(ben, location)).headers["upload-offset"]).toBe("0");
});

test("X-HTTP-Method-Override replaces the request's method", async () => {
  const { location = "" } = (await begin(ben, 5)).headers;
  const sent = await as(ben, request(server.http).post(location))
    .set({ "X-HTTP-Method-Override": "PATCH", "Upload-Offset": "0" })
    .set("Content-Type", "application/offset+octet-stream")
    .send(Buffer.from("hel"));
  expect([sent.status, sent.headers["upload-offset"]]).toEqual([204, "3"]);
  const head = await as(ben, request(server.http).post(location)).set("X-HTTP-Method-Override", "head");
  expect([head.status, head.headers["upload-offset"]]).toEqual([200, "3"]);
  const deleted = await as(ben, request(server.http).post(location)).set("X-HTTP-Method-Override", "DELETE");
  expect(deleted.status).toBe(204);
  expect((await ask(ben, location)).status).toBe(404);
  const unknown = await as(ben, request(server.http).post(location)).set("X-HTTP-Method-Override", "PUT");
  expect(unknown.status).toBe(404);
});

test("an upload keeps all its metadata", async () => {
  const given = `${named("plan.pdf")},is_confidential,filetype ${Buffer.from("application/pdf").toString("base64")}`;
  const { location = "" } = (
    await as(ben, request(server.http).post("/api/v1/tus")).set({
      "Upload-Length": "5",
      "Upload-Metadata": given,
    })
  ).headers;
  expect((await ask(ben, location)).headers["upload-metadata"]).toBe(given);
  await send(ben, location, 0, "hel");
  expect((await ask(ben, location)).headers["upload-metadata"]).toBe(given);
});

test("an upload may start with content, or be empty", async () => {
  const upload = await begin(ben, 5)
    .set("Content-Type", "application/offset+octet-stream")
    .send(Buffer.from("hello"));
  expect([upload.status, upload.body.filename]).toEqual([201, "notes.txt"]);
  expect(String(await open(ben, upload.body.url))).toBe("hello");
  const empty = await begin(ben, 0, "empty.txt");
  expect([empty.status, empty.body.filename]).toEqual([201, "empty.txt"]);
  expect((await open(ben, empty.body.url)).length).toBe(0);
  const withContent = await as(ben, request(server.http).post("/api/v1/tus"))
    .set({ "Upload-Length": "0", "Upload-Metadata": named("none.txt") })
    .set("Content-Type", "application/offset+octet-stream")
    .send(Buffer.alloc(0));
  expect([withContent.status, withContent.body.filename]).toEqual([201, "none.txt"]);
});

test("an interrupted upload continues on another process after a restart", async () => {
  const content = randomBytes(4 * 1024 * 1024);
  const { location = "" } = (await begin(cleo, content.length, "big.bin")).headers;
  const listening = server.http.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  const { port } = listening.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    const cut = rawRequest({
      host: "127.0.0.1",
      port,
      path: location,
      method: "PATCH",
      auth: `${cleo.email}:${cleo.apiKey}`,
      headers: {
        "Tus-Resumable": tus,
        "Upload-Offset": "0",
        "Content-Length": content.length,
        "Content-Type": "application/offset+octet-stream",
      },
    });
    cut.on("error", () => resolve());
    cut.write(content.subarray(0, 1_000_000), () => setTimeout(() => cut.destroy(new Error("cut")), 300));
  });
  const next = await server.restarted();
  let offset = 0;
  for (let tries = 0; offset === 0 && tries < 50; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    offset = Number((await ask(cleo, location, next)).headers["upload-offset"]);
  }
  expect(offset).toBeGreaterThan(0);
  expect(offset).toBeLessThanOrEqual(1_000_000);
  const done = await send(cleo, location, offset, content.subarray(offset), next);
  expect(done.status).toBe(200);
  expect(Buffer.compare(await open(cleo, done.body.url, next), content)).toBe(0);
  await next.close();
});

test("tus-js-client can upload in chunks, in one go, and without PATCH", async () => {
  const { port } = server.http.address() as AddressInfo;
  const content = randomBytes(3_000_000);
  for (const [chunkSize, overridePatchMethod] of [
    [1_000_000, false],
    [Number.POSITIVE_INFINITY, false],
    [1_000_000, true],
  ] as const) {
    const location = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(content, {
        endpoint: `http://127.0.0.1:${port}/api/v1/tus`,
        headers: { Authorization: `Basic ${Buffer.from(`${ben.email}:${ben.apiKey}`).toString("base64")}` },
        metadata: { filename: "three.bin", filetype: "application/octet-stream" },
        chunkSize,
        overridePatchMethod,
        onError: reject,
        onSuccess: () => resolve(new URL(upload.url ?? "").pathname),
      });
      upload.start();
    });
    const url = location.replace("/api/v1/tus/", "/user_uploads/");
    expect(Buffer.compare(await open(ben, url), content)).toBe(0);
  }
});

test("clients are asked to retry later while the store has no room", async () => {
  const { location = "" } = (await begin(ben, 5)).headers;
  const { files } = server.services;
  jest.spyOn(files, "put").mockRejectedValue(Object.assign(new Error("no room"), { code: "ENOSPC" }));
  const refused = [
    await send(ben, location, 0, "hello"),
    await as(ben, request(server.http).post("/api/v1/tus"))
      .set({ "Upload-Length": "5", "Upload-Metadata": named("a.txt") })
      .type("application/offset+octet-stream")
      .send(Buffer.from("hello")),
  ];
  jest.restoreAllMocks();
  for (const { status, headers, body } of refused)
    expect([status, headers["retry-after"], body.result]).toEqual([503, "5", "error"]);
  expect((await send(ben, location, 0, "hello")).status).toBe(200);
});

test("an upload without space has the quota's code", async () => {
  const dora = await server.newMember("Dora");
  const answers: unknown[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { status, body } = await begin(dora, 5 * 1024 * 1024);
    answers.push([status, body.code, body.msg]);
  }
  expect(answers.at(-1)).toEqual([
    413,
    "REALM_UPLOAD_QUOTA",
    "Upload would exceed your organization's upload quota.",
  ]);
});
