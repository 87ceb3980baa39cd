import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as rawRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import request, { type Test } from "supertest";
import { prometheusMetrics } from "../../../src/adapters/metrics/prometheus-metrics";
import { openTelemetryTracing } from "../../../src/adapters/tracing/open-telemetry";
import { recordSpans } from "../../support/application/recorded-spans";
import { startServer, type TestServer } from "../../support/http/http-application";

const metrics = prometheusMetrics();
let recorded: ReturnType<typeof recordSpans>;
let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parley-web-"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "main-abc.js"), "start()");
  recorded = recordSpans();
  server = await startServer({ metrics, tracing: openTelemetryTracing(), webFolder: folder });
  server.http.listen(0, "127.0.0.1");
  await once(server.http, "listening");
});
afterAll(async () => {
  await server.stop();
  await recorded.stop();
  rmSync(folder, { recursive: true });
});

/** How many requests each series has counted, without the metric's name. */
const counts = async (): Promise<ReadonlyMap<string, number>> =>
  new Map(
    [...(await metrics.text()).matchAll(/^parley_http_request_seconds_count\{(.*)\} (\d+)$/gm)].map(
      ([, labels = "", count]) => [labels.replace(/\w+="([^"]*)",?/g, "$1 ").trim(), Number(count)],
    ),
  );
/** What requests add to the counts: each ends a little after its answer. */
const counted = async (send: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> => {
  const before = await counts();
  await send();
  await sleep(30);
  return Object.fromEntries(
    [...(await counts())].flatMap(([series, count]) => {
      const more = count - (before.get(series) ?? 0);
      return more > 0 ? [[series, more]] : [];
    }),
  );
};
const visit = (path: string): Test => request(server.http).get(path).set("Host", "chat.example.com");
const asOwner = (test: Test): Test =>
  test.auth(server.owner.email, server.owner.apiKey).set("Tus-Resumable", "1.0.0");

test.each([
  ["/", "get / 303"],
  ["/login/", "get /login 200"],
  ["/LOGIN?next=/", "get /login 200"],
  ["/accounts/password/reset", "get /accounts/password/reset 200"],
  ["/accounts/password/reset/a-guess", "get /accounts/password/reset/:token 404"],
  ["/calls/zoom/register", "get /calls/zoom/register 302"],
  ["/calls/bigbluebutton/join?bigbluebutton=x", "get /calls/bigbluebutton/join 302"],
  ["/json/session", "get /json/session 401"],
  ["/web/main-abc.js", "get static 200"],
  ["/web/nothing.js", "get static 404"],
  ["/static/pages.css", "get static 200"],
  ["/avatar/1", "get static 200"],
  ["/manifest.webmanifest", "get static 200"],
  ["/api/v1/openapi.json", "get static 200"],
  ["/health", "get health 200"],
  ["/ready", "get health 200"],
  ["/nothing", "any unmatched 404"],
  ["/api/v1/nothing", "any unmatched 404"],
  ["/json/nothing", "any unmatched 404"],
  ["/api/v1/tusk", "any unmatched 404"],
])("%s is counted once, as %s", async (path, series) => {
  expect(await counted(() => visit(path))).toEqual({ [series]: 1 });
});

test("HEAD counts as GET, and a method that finds nothing as unmatched", async () => {
  expect(await counted(() => request(server.http).head("/login"))).toEqual({ "get /login 200": 1 });
  expect(await counted(() => request(server.http).put("/login"))).toEqual({ "any unmatched 404": 1 });
  expect(await counted(() => request(server.http).put("/api/v1/messages"))).toEqual({
    "any unmatched 405": 1,
  });
  expect(await counted(() => request(server.http).delete("/api/v1/messages/1/reactions/2"))).toEqual({
    "any unmatched 404": 1,
  });
});

test("posted forms count at their page, and so do those that are refused before it", async () => {
  expect(await counted(() => request(server.http).post("/login").type("form").send({}))).toEqual({
    "post /login 403": 1,
  });
  const refused = () => request(server.http).post("/login").type("form").send("a".repeat(3_000_000));
  expect(await counted(refused)).toEqual({ "post /login 413": 1 });
});

test("resumable uploads count by the method of each request and its status", async () => {
  let place = "";
  const begin = async () => {
    const { headers } = await asOwner(request(server.http).post("/api/v1/tus"))
      .set("Upload-Length", "5")
      .set("Upload-Metadata", `filename ${btoa("a.txt")}`)
      .expect(201);
    place = new URL(headers.location ?? "", "http://chat.example.com").pathname;
  };
  const write = () =>
    asOwner(request(server.http).patch(place))
      .set("Upload-Offset", "0")
      .set("Content-Type", "application/offset+octet-stream")
      .send("bytes")
      .expect(200);
  expect(await counted(begin)).toEqual({ "post tus 201": 1 });
  expect(await counted(() => asOwner(request(server.http).head(place)))).toEqual({ "get tus 200": 1 });
  expect(await counted(write)).toEqual({ "patch tus 200": 1 });
  expect(await counted(() => request(server.http).post("/api/v1/tus"))).toEqual({ "post tus 401": 1 });
});

test("endpoints count once, on the fast path and through Express", async () => {
  expect(await counted(() => server.owner.get("/users/me"))).toEqual({ "get /users/me 200": 1 });
  expect(await counted(() => server.owner.get("/users/1"))).toEqual({ "get /users/{user_id} 200": 1 });
  expect(await counted(() => request(server.http).get("/api/v1/users/me"))).toEqual({
    "get /users/me 401": 1,
  });
});

const send = (method: string, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { port } = server.http.address() as AddressInfo;
    rawRequest({ port, method, path, agent: false }, (response) => {
      response.resume().once("end", resolve);
    })
      .once("error", reject)
      .end();
  });

test("500 hostile paths and the strangest methods add one series for each status at most", async () => {
  const before = (await counts()).size;
  const more = await counted(async () => {
    for (let count = 0; count < 500; count += 1) await visit(`/login/${count}/%22%7B?q=${count}`);
    for (const method of ["PROPFIND", "TRACE", "M-SEARCH", "OPTIONS", "LOCK", "REPORT"])
      for (const path of ["/login", "/static/pages.css", "/health", "/nothing", "/api/v1/tus/x"])
        await send(method, path);
  });
  expect((await counts()).size - before).toBeLessThanOrEqual(2);
  expect(Object.keys(more).filter((series) => !series.startsWith("any unmatched "))).toEqual([]);
  expect(Object.values(more).reduce((sum, one) => sum + one, 0)).toBe(530);
});

test("pages and resumable uploads have traces, and files and unmatched paths none", async () => {
  const spansOf = async (send: () => Promise<unknown>) => {
    const before = recorded.ended().length;
    await send();
    await sleep(30);
    return recorded.ended().slice(before);
  };
  const spans = await spansOf(() => visit("/login/"));
  const page = spans.find(({ name }) => name === "GET /login");
  expect(page?.attributes).toEqual({
    "http.request.method": "GET",
    "http.route": "/login",
    "http.response.status_code": 200,
  });
  const upload = await spansOf(() =>
    asOwner(request(server.http).post("/api/v1/tus"))
      .set("Upload-Length", "5")
      .set("Upload-Metadata", `filename ${btoa("b.txt")}`),
  );
  const root = upload.find(({ name }) => name === "POST tus");
  expect(root?.attributes["http.response.status_code"]).toBe(201);
  const { traceId } = root?.spanContext() ?? {};
  const inside = upload.filter((one) => one !== root && one.spanContext().traceId === traceId);
  expect(inside.map(({ name }) => name)).not.toEqual([]);
  expect((await spansOf(() => server.owner.get("/users/me"))).filter(({ kind }) => kind === 1)).toHaveLength(
    1,
  );
  for (const path of ["/nothing", "/static/pages.css", "/health"])
    expect((await spansOf(() => visit(path))).filter(({ kind }) => kind === 1)).toEqual([]);
});
