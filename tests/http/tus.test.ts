import { randomBytes } from "node:crypto";
import { request as rawRequest } from "node:http";
import type { AddressInfo } from "node:net";
import request, { type Test } from "supertest";
import { Upload } from "tus-js-client";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { wholeBody } from "../support/whole-body";

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
const listed = async (client: Client) =>
  (await client.get("/attachments")).body.attachments as { name: string }[];

test("a file that comes in pieces is one when it is whole, and not before", async () => {
  const begun = await begin(ben, 10, "notes of 今日.txt");
  expect([begun.status, begun.headers["tus-resumable"]]).toEqual([201, tus]);
  const { location = "" } = begun.headers;
  expect(location).toMatch(/^\/api\/v1\/tus\/\d+\/[0-9a-f]{2}\/[0-9a-f-]{36}\/notes-of-.txt$/);
  const first = await send(ben, location, 0, "hello");
  expect([first.status, first.headers["upload-offset"]]).toEqual([204, "5"]);
  expect(await listed(ben)).toEqual([]);
  const asked = await ask(ben, location);
  expect([asked.status, asked.headers["upload-offset"], asked.headers["upload-length"]]).toEqual([
    200,
    "5",
    "10",
  ]);
  const last = await send(ben, location, 5, " you!");
  const url = location.replace("/api/v1/tus/", "/user_uploads/");
  expect([last.status, last.type, last.body]).toEqual([
    200,
    "application/json",
    { url, filename: "notes of 今日.txt" },
  ]);
  expect(String(await open(ben, url))).toBe("hello you!");
  expect(await listed(ben)).toMatchObject([{ name: "notes of 今日.txt", size: 10 }]);
  expect((await ask(ben, location)).headers["upload-offset"]).toBe("10");
  expect((await as(ben, request(server.http).delete(location))).status).toBe(400);
});

test("an upload is its beginner's: for others it isn't there", async () => {
  const { location = "" } = (await begin(ben, 5)).headers;
  expect((await ask(cleo, location)).status).toBe(404);
  expect((await send(cleo, location, 0, "hello")).status).toBe(404);
  expect((await as(cleo, request(server.http).delete(location))).status).toBe(404);
  const nobody = await request(server.http)
    .post("/api/v1/tus")
    .set("Tus-Resumable", tus)
    .set("Upload-Length", "5");
  expect([nobody.status, nobody.body.code]).toEqual([401, "UNAUTHORIZED"]);
  expect((await as(ben, request(server.http).delete(location))).status).toBe(204);
  expect((await ask(ben, location)).status).toBe(404);
  for (const path of ["../../etc/passwd", "1/..%2f..%2fsecret", "9/ab/none/a.txt", "%00"])
    expect((await ask(ben, `/api/v1/tus/${path}`)).status).toBe(404);
});

test("what is too much is refused before it comes", async () => {
  const large = await begin(ben, 5 * 1024 * 1024 + 1);
  expect([large.status, large.body]).toEqual([
    413,
    {
      ...{ result: "error", code: "BAD_REQUEST" },
      msg: "File is larger than this server's configured maximum upload size (5 MiB).",
      message: "File is larger than this server's configured maximum upload size (5 MiB).",
    },
  ]);
  const { location = "" } = (await begin(ben, 3)).headers;
  expect((await send(ben, location, 0, "hello")).status).toBeGreaterThanOrEqual(400);
  expect((await send(ben, location, 2, "h")).status).toBe(409);
  const unsized = await as(ben, request(server.http).post("/api/v1/tus")).set("Upload-Defer-Length", "1");
  expect([unsized.status, unsized.body.result]).toEqual([501, "error"]);
  const old = await request(server.http).post("/api/v1/tus").auth(ben.email, ben.apiKey);
  expect([old.status, old.body]).toMatchObject([412, { result: "error", msg: "Tus-Resumable Required" }]);
});

test("content may come with the beginning, and there may be none", async () => {
  const whole = await begin(ben, 5)
    .set("Content-Type", "application/offset+octet-stream")
    .send(Buffer.from("hello"));
  expect([whole.status, whole.body.filename]).toEqual([201, "notes.txt"]);
  expect(String(await open(ben, whole.body.url))).toBe("hello");
  const empty = await begin(ben, 0, "empty.txt");
  expect([empty.status, empty.body.filename]).toEqual([201, "empty.txt"]);
  expect((await open(ben, empty.body.url)).length).toBe(0);
});

test("an upload that was cut off goes on after a restart, on another process", async () => {
  const content = randomBytes(4 * 1024 * 1024);
  const { location = "" } = (await begin(cleo, content.length, "big.bin")).headers;
  const listening = server.http.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  const { port } = listening.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    const cut = rawRequest({
      ...{ host: "127.0.0.1", port, path: location, method: "PATCH", auth: `${cleo.email}:${cleo.apiKey}` },
      headers: {
        ...{ "Tus-Resumable": tus, "Upload-Offset": "0", "Content-Length": content.length },
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

test("the protocol's own client uploads, in pieces and at once", async () => {
  const { port } = server.http.address() as AddressInfo;
  const content = randomBytes(3_000_000);
  for (const chunkSize of [1_000_000, Number.POSITIVE_INFINITY]) {
    const location = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(content, {
        endpoint: `http://127.0.0.1:${port}/api/v1/tus`,
        headers: { Authorization: `Basic ${Buffer.from(`${ben.email}:${ben.apiKey}`).toString("base64")}` },
        metadata: { filename: "three.bin", filetype: "application/octet-stream" },
        chunkSize,
        onError: reject,
        onSuccess: () => resolve(new URL(upload.url ?? "").pathname),
      });
      upload.start();
    });
    const url = location.replace("/api/v1/tus/", "/user_uploads/");
    expect(Buffer.compare(await open(ben, url), content)).toBe(0);
  }
});

test("the realm's quota holds for what comes in pieces, too", async () => {
  const mebibyte = 1024 * 1024;
  const used = (await ben.get("/attachments")).body.upload_space_used;
  const room = 40 * mebibyte - used;
  const begun: string[] = [];
  for (let left = room; left > 0; left -= 5 * mebibyte)
    begun.push((await begin(cleo, 5 * mebibyte, `${left}.bin`)).headers.location ?? "");
  const outcomes: unknown[] = [];
  for (const location of begun) {
    const { status, body } = await send(cleo, location, 0, Buffer.alloc(5 * mebibyte));
    outcomes.push(status === 200 ? status : [status, body.code, body.msg]);
  }
  expect(outcomes.at(-1)).toEqual([
    413,
    "REALM_UPLOAD_QUOTA",
    "Upload would exceed your organization's upload quota.",
  ]);
  expect(outcomes.slice(0, -1).every((status) => status === 200)).toBe(true);
  expect((await ask(cleo, begun.at(-1) ?? "")).status).toBe(404);
  expect((await ben.get("/attachments")).body.upload_space_used).toBeLessThanOrEqual(40 * mebibyte);
  const posted = await request(server.http)
    .post("/api/v1/user_uploads")
    .auth(ben.email, ben.apiKey)
    .attach("f", Buffer.alloc(5 * mebibyte), "x.bin");
  expect([posted.status, posted.body.code]).toEqual([400, "REALM_UPLOAD_QUOTA"]);
  expect((await begin(ben, 5 * mebibyte)).status).toBe(413);
});
