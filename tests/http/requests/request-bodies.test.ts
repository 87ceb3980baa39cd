import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import request from "supertest";
import { allEndpoints } from "../../../src/adapters/http/endpoints/all";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await new Promise<void>((resolve) => server.http.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.stop());

interface Outcome {
  readonly status: number;
  readonly body: { readonly msg?: string; readonly code?: string };
  /** Bytes sent before the answer arrived. */
  readonly sent: number;
}

const mebibyte = 1024 * 1024;

/** Sends the head, then the pieces one by one, until an answer arrives or nothing is left to send. */
const stream = (
  path: string,
  headers: Readonly<Record<string, string>>,
  pieces: Iterable<string>,
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const { port } = server.http.address() as AddressInfo;
    let sent = 0;
    let isAnswered = false;
    const call = httpRequest({ port, path, method: "POST", headers }, (response) => {
      isAnswered = true;
      const text: Buffer[] = [];
      response.on("data", (chunk: Buffer) => text.push(chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(text).toString()), sent });
        call.destroy();
      });
    });
    call.on("error", (error) => isAnswered || reject(error));
    const write = async (): Promise<void> => {
      for (const piece of pieces) {
        if (isAnswered) return;
        sent += piece.length;
        if (!call.write(piece)) await new Promise((go) => call.once("drain", go));
        await new Promise((go) => setImmediate(go));
      }
      call.end();
    };
    call.flushHeaders();
    write().catch(reject);
  });

function* manyFields(count: number, length: number): Generator<string> {
  const content = "x".repeat(length);
  for (let index = 0; index < count; index += 1)
    yield `--b\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\n${content}\r\n`;
  yield "--b--\r\n";
}
function* manyBytes(mebibytes: number): Generator<string> {
  const piece = "a=1&".repeat(mebibyte / 16);
  for (let index = 0; index < mebibytes * 4; index += 1) yield piece;
}

const multipart = { "Content-Type": "multipart/form-data; boundary=b" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const basic = () => ({
  Authorization: `Basic ${Buffer.from(`${server.owner.email}:${server.owner.apiKey}`).toString("base64")}`,
});

const needLogin = allEndpoints(false).filter(
  ({ caller, method }) => caller === "user" && (method === "post" || method === "patch"),
);

test("answers 401 before it reads the body of a request without login", async () => {
  for (const { at: route, method } of needLogin) {
    const path = `/api/v1${route.replace(/\{\+?\w+\}/g, "1")}`;
    const { status, body } = await request(server.http)
      [method](path)
      .set("Content-Type", "multipart/form-data; boundary=b")
      .send("no form at all");
    expect([route, status, body.code]).toEqual([route, 401, "UNAUTHORIZED"]);
  }
});

test("refuses a large multipart body without login after reading little of it", async () => {
  const outcome = await stream("/api/v1/messages", multipart, manyFields(200, 990_000));
  expect([outcome.status, outcome.body.code]).toEqual([401, "UNAUTHORIZED"]);
  expect(outcome.sent).toBeLessThan(20 * mebibyte);
});

test.each<[string, string, Readonly<Record<string, string>>, () => Iterable<string>]>([
  ["many fields of a multipart form", "/api/v1/messages", multipart, () => manyFields(200, 990_000)],
  ["a form without an end", "/api/v1/messages", form, () => manyBytes(40)],
  ["many fields beside a file", "/api/v1/realm/icon", multipart, () => manyFields(30, 9000)],
])("limits the total size of %s, even with login", async (_what, path, headers, pieces) => {
  const outcome = await stream(path, { ...headers, ...basic() }, pieces());
  expect(outcome.status).toBeGreaterThanOrEqual(400);
  expect(outcome.status).toBeLessThan(500);
  expect(outcome.body.msg).toMatch(/^Request (is too large|has too many parameters)$/);
});

test("limits bodies of endpoints without login to roughly an address and a password", async () => {
  const logIn = (password: string) =>
    request(server.http)
      .post("/api/v1/fetch_api_key")
      .type("form")
      .send({ username: "a@example.com", password });
  expect((await logIn("x".repeat(100))).body.code).toBe("AUTHENTICATION_FAILED");
  const { status, body } = await logIn("x".repeat(100_000));
  expect([status, body.msg]).toEqual([413, "Request is too large"]);
  const parts = await stream("/api/v1/fetch_api_key", multipart, manyFields(20, 50_000));
  expect([parts.status, parts.body.msg]).toEqual([413, "Request is too large"]);
});

test("reads a webhook's body only with a bot's key", async () => {
  const path = "/api/v1/external/json?api_key=wrong&stream=x";
  const outcome = await stream(path, { "Content-Type": "application/json" }, manyBytes(40));
  expect([outcome.status, outcome.body.code]).toEqual([401, "INVALID_API_KEY"]);
  expect(outcome.sent).toBeLessThan(20 * mebibyte);
});

test.each(["multipart/mixed; boundary=b", "multipart/related", "Multipart/Form-Data", "text/plain"])(
  "answers a body of type %s with the error envelope",
  async (type) => {
    for (const path of ["/messages", "/user_uploads", "/realm/icon", "/users/me/avatar"]) {
      const { status, body } = await request(server.http)
        .post(`/api/v1${path}`)
        .auth(server.owner.email, server.owner.apiKey)
        .set("Content-Type", type)
        .send("--b\r\n\r\n--b--");
      expect([path, status, body.result]).toEqual([path, 400, "error"]);
    }
  },
);

test("a bracketed index in a field name doesn't allocate a list of that length", async () => {
  const { status, body } = await request(server.http)
    .post("/api/v1/messages")
    .auth(server.owner.email, server.owner.apiKey)
    .field("to[90000000]", "x");
  expect([status, body.result]).toEqual([400, "error"]);
});

test("cuts off a client that keeps sending after its answer", async () => {
  const { port } = server.http.address() as AddressInfo;
  const ended = new Promise<void>((resolve, reject) => {
    const headers = { ...form, "Content-Length": String(30 * mebibyte) };
    const call = httpRequest({ port, path: "/api/v1/messages", method: "POST", headers });
    let sent = 0;
    const sending = setInterval(() => {
      sent += 1;
      if (sent < 300) return void call.write("a=1&");
      clearInterval(sending);
      call.destroy();
      reject(new Error("The server still takes more"));
    }, 50);
    call.on("error", () => {});
    call.on("close", () => {
      clearInterval(sending);
      resolve();
    });
    call.flushHeaders();
  });
  await expect(ended).resolves.toBeUndefined();
});
