import request from "supertest";
import { codeOf } from "../../../src/domain/codec/caught";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { onServer, publishedServer } from "../../support/storage/postgres-server";

let server: TestServer;
const logged: unknown[] = [];

beforeAll(async () => {
  server = await startServer({ logged: (entry) => logged.push(entry), onError: () => {} });
});
afterAll(() => server.stop().catch(() => undefined));

test("a healthy process is live and ready", async () => {
  for (const path of ["/health", "/ready"]) expect((await request(server.http).get(path)).status).toBe(200);
});

test("JSON answers are not cached and not sniffed", async () => {
  for (const path of ["/health", "/api/v1/server_settings", "/api/v1/users"]) {
    const { headers } = await request(server.http).get(path);
    expect([headers["cache-control"], headers["x-content-type-options"]]).toEqual(["no-store", "nosniff"]);
  }
});

test("without a database, requests answer 503 with Retry-After, and the process isn't ready", async () => {
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
  for (let more = 0; more < 5; more += 1)
    await request(server.http)
      .post("/api/v1/fetch_api_key")
      .type("form")
      .send({ username: "a@b.c", password: "x" });
  expect(logged).toHaveLength(1);
  expect(logged).toEqual([expect.objectContaining({ requestId: headers["x-request-id"] })]);
  const [health, ready] = [
    await request(server.http).get("/health"),
    await request(server.http).get("/ready"),
  ];
  expect([health.status, ready.status, ready.headers["retry-after"]]).toEqual([200, 503, "5"]);
  query.mockRestore();
  expect((await request(server.http).get("/ready")).status).toBe(200);
});

const quoted = (name: string): string => `"${name}"`;
const nameOfDatabase = async (): Promise<string> =>
  (await server.database.db.raw("SELECT current_database() AS name")).rows[0].name;

/** What an operator does to the database, through another database. */
const operate = (...statements: readonly string[]): Promise<void> =>
  onServer(publishedServer().connection, async (db) => {
    for (const statement of statements) await db.raw(statement);
  });
const disconnectAll = (name: string): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;

const beginEmptyUpload = ({ email, apiKey }: Client) =>
  request(server.http)
    .post("/api/v1/tus")
    .auth(email, apiKey)
    .set({ "Tus-Resumable": "1.0.0", "Upload-Length": "0", "Upload-Metadata": "filename YS5iaW4=" });

/** Sends reads and writes, twice; each must get 503 with Retry-After, and the log mentions the outage once for each code. */
const expectUnavailable = async (isReading = true): Promise<void> => {
  const asked = [
    () => server.owner.post("/messages", { type: "direct", to: [server.owner.id], content: "x" }),
    () => beginEmptyUpload(server.owner),
    ...(isReading ? [() => server.owner.get("/users/me/sessions")] : []),
    ...(isReading ? [() => server.owner.get("/messages", anyMessages)] : []),
  ];
  logged.length = 0;
  for (const ask of [...asked, ...asked]) {
    const { status, headers, body, text } = await ask();
    expect([status, body.code, headers["retry-after"]]).toEqual([503, "SERVICE_UNAVAILABLE", "5"]);
    expect(text).not.toMatch(/database|insert|update|select/i);
  }
  const codes = logged.map((entry) => codeOf((entry as { readonly err: unknown }).err) ?? "");
  expect(codes.length).toBeGreaterThan(0);
  expect(new Set(codes).size).toBe(codes.length);
  expect((await request(server.http).get("/health")).status).toBe(200);
  expect((await request(server.http).get("/ready")).status).toBe(503);
};

/** Pooled connections recover one by one. */
const expectHealed = async (): Promise<void> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const { status } = await request(server.http).get("/ready");
    if (status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect((await server.owner.get("/users/me/sessions")).status).toBe(200);
  expect((await beginEmptyUpload(server.owner)).status).toBe(201);
};
const anyMessages = { anchor: "newest", num_before: 1, num_after: 0 };

test("a database that refuses connections is an outage for every endpoint", async () => {
  const name = await nameOfDatabase();
  await operate(`ALTER DATABASE ${quoted(name)} ALLOW_CONNECTIONS false`, disconnectAll(name));
  try {
    await expectUnavailable();
  } finally {
    await operate(`ALTER DATABASE ${quoted(name)} ALLOW_CONNECTIONS true`);
  }
  await expectHealed();
});

test("a renamed database is an outage for every endpoint", async () => {
  const name = await nameOfDatabase();
  const other = `${name}_away`;
  const rename = (from: string, to: string) => [
    `ALTER DATABASE ${quoted(from)} ALLOW_CONNECTIONS false`,
    disconnectAll(from),
    "SELECT pg_sleep(0.2)",
    `ALTER DATABASE ${quoted(from)} RENAME TO ${quoted(to)}`,
    `ALTER DATABASE ${quoted(to)} ALLOW_CONNECTIONS true`,
  ];
  await operate(...rename(name, other));
  try {
    await expectUnavailable();
  } finally {
    await operate(...rename(other, name));
  }
  await expectHealed();
});

test("on a full disk, writes answer 503, and the process isn't ready", async () => {
  const refuse = `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`;
  const { db } = server.database;
  await db.raw(refuse);
  await db.raw("CREATE TRIGGER no_room BEFORE INSERT ON events EXECUTE FUNCTION no_room()");
  try {
    const say = { type: "direct", to: [server.owner.id], content: "x" };
    const { status, headers } = await server.owner.post("/messages", say);
    expect([status, headers["retry-after"]]).toEqual([503, "5"]);
    const ready = await request(server.http).get("/ready");
    expect([ready.status, ready.body.msg]).toEqual([503, "The server's storage is full."]);
    expect((await request(server.http).get("/health")).status).toBe(200);
    expect((await server.owner.get("/messages", anyMessages)).status).toBe(200);
  } finally {
    await db.raw("DROP FUNCTION no_room CASCADE");
  }
  jest.useFakeTimers({ now: Date.now() + 60_000, doNotFake: ["setTimeout", "setImmediate", "nextTick"] });
  expect((await request(server.http).get("/ready")).status).toBe(200);
  jest.useRealTimers();
});

test("on a read-only database, writes answer 503, and the process isn't ready", async () => {
  const name = await nameOfDatabase();
  const alter = `ALTER DATABASE ${quoted(name)}`;
  await operate(`${alter} SET default_transaction_read_only = on`, disconnectAll(name));
  try {
    await expectUnavailable(false);
    expect((await server.owner.get("/messages", anyMessages)).status).toBe(200);
  } finally {
    // Connections stay, as when an address has led to a standby for a moment. They are replaced within a second.
    await operate(`${alter} RESET default_transaction_read_only`);
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await expectHealed();
  const say = { type: "direct", to: [server.owner.id], content: "x" };
  for (let sent = 0; sent < 20; sent += 1)
    expect((await server.owner.post("/messages", say)).status).toBe(200);
});
