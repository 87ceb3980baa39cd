import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "pg";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../src/adapters/persistence/embedded/embedded-postgres";
import { build, endAll, environment, newDataDir, Program } from "../support/program/child-server";
import { engines } from "../support/servers/engines";

const folder = newDataDir();
const own = newDataDir();
const programs: Program[] = [];
const { redis, nats } = engines();
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  build();
  postgres = await startEmbeddedPostgres({ dataDir: folder.path, transport: "tcp" });
});
afterEach(() => endAll(programs.splice(0)));
afterAll(async () => {
  await postgres.stop();
  folder.remove();
  own.remove();
});

const urlOf = (database = "parley"): string => {
  const { host, port, user, password } = postgres.connection;
  return `postgres://${user}:${password}@${host}:${port}/${database}`;
};

const doctor = async (more: NodeJS.ProcessEnv) => {
  const program = Program.run("cli/parley", environment(own.path, more), ["doctor"]);
  programs.push(program);
  const { code, output } = await program.ended;
  const found = new Map(
    [...output.matchAll(/^(ok|warning|BROKEN|skipped) +([A-Z][\w -]*): (.*)$/gm)].map(
      ([, mark = "", subject = "", words = ""]) => [subject, { mark, words }],
    ),
  );
  return {
    code,
    output,
    finding: (subject: string) => found.get(subject),
    marks: (mark: string) => marked(found, mark),
  };
};
const marked = (found: ReadonlyMap<string, { mark: string }>, mark: string) =>
  [...found].filter(([, one]) => one.mark === mark).map(([subject]) => subject);

test("checks everything beside a running server, and breaks nothing", async () => {
  const server = Program.run("main", environment(own.path));
  programs.push(server);
  const url = await server.url();
  const report = await doctor({ PARLEY_URL: url });
  expect(report.marks("ok")).toEqual([
    "Settings",
    "Database",
    "Clock",
    "Migrations",
    "Wake-up bus",
    "Files",
    "Address",
  ]);
  expect(report.finding("Mail")?.mark).toBe("warning");
  expect(report.output).toContain("No check failed");
  expect(report.code).toBe(0);
});

test("names an invalid setting", async () => {
  const report = await doctor({ PARLEY_PROT: "1" });
  expect([report.code, report.finding("Settings")]).toEqual([
    1,
    { mark: "BROKEN", words: expect.stringContaining("PARLEY_PROT") },
  ]);
});

test("names each unavailable service", async () => {
  const report = await doctor({
    DATABASE_URL: "postgres://parley@127.0.0.1:1/parley",
    PARLEY_SMTP_URL: "smtp://127.0.0.1:1",
    PARLEY_URL: "http://127.0.0.1:1",
    PARLEY_STORAGE: "s3",
    PARLEY_S3_BUCKET: "none",
    PARLEY_S3_ENDPOINT: "http://127.0.0.1:1",
    PARLEY_S3_ACCESS_KEY: "a",
    PARLEY_S3_SECRET_KEY: "b",
  });
  expect(report.marks("BROKEN")).toEqual(["Database", "Files", "Mail", "Address"]);
  expect(report.finding("Wake-up bus")?.mark).toBe("skipped");
  expect(report.output).toContain("4 checks failed");
  expect(report.code).toBe(1);
});

test("leaves an empty database alone, and warns of one that a newer version has changed", async () => {
  const client = new Client({ connectionString: urlOf() });
  await client.connect();
  await client.query("CREATE DATABASE looked_at");
  await client.end();
  const empty = await doctor({ DATABASE_URL: urlOf("looked_at") });
  expect(empty.finding("Migrations")).toMatchObject({
    mark: "warning",
    words: expect.stringContaining("empty"),
  });
  const there = new Client({ connectionString: urlOf("looked_at") });
  await there.connect();
  expect((await there.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0);
  await there.query("CREATE TABLE parley_migrations (name text)");
  await there.query("INSERT INTO parley_migrations VALUES ('9999-from-the-future')");
  await there.end();
  const newer = await doctor({ DATABASE_URL: urlOf("looked_at") });
  expect(newer.finding("Migrations")).toMatchObject({
    mark: "warning",
    words: expect.stringContaining("newer"),
  });
});

test("names an address where something else answers", async () => {
  const other: Server = createServer((_request, response) => response.end("hello"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const report = await doctor({ DATABASE_URL: urlOf(), PARLEY_URL: `http://127.0.0.1:${port}` });
  other.close();
  expect(report.finding("Address")).toMatchObject({
    mark: "BROKEN",
    words: expect.stringContaining("isn't Parley"),
  });
});

const buses: readonly [string, string | undefined][] = [
  ["redis", redis],
  ["nats", nats],
];
for (const [name, url] of buses)
  (url === undefined ? test.skip : test)(`the round trip over ${name}, and without it`, async () => {
    const variable = `PARLEY_${name.toUpperCase()}_URL`;
    const settings = { DATABASE_URL: urlOf(), PARLEY_WAKEUP: name };
    const there = await doctor({ ...settings, [variable]: url });
    expect(there.finding("Wake-up bus")?.mark).toBe("ok");
    expect(there.finding("Limits")?.mark).toBe(name === "redis" ? "ok" : undefined);
    const away = await doctor({ ...settings, [variable]: `${name}://127.0.0.1:1` });
    expect(away.finding("Limits")?.mark).toBe(name === "redis" ? "BROKEN" : undefined);
    expect(away.finding("Wake-up bus")).toMatchObject({
      mark: "BROKEN",
      words: expect.stringMatching(/ECONNREFUSED|connection refused/),
    });
  });
