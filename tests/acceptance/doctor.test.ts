import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
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

const doctor = async (more: NodeJS.ProcessEnv, dataDir = own.path) => {
  const program = Program.run("cli/parley", environment(dataDir, more), ["doctor"]);
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
    "Connections",
    "Secret",
    "Jobs",
    "Wake-up bus",
    "Files",
    "Address",
  ]);
  expect(report.finding("Mail")?.mark).toBe("warning");
  expect(report.output).toContain("No check failed");
  expect(report.code).toBe(0);
});

describe("without data", () => {
  const fresh = newDataDir();
  afterAll(() => fresh.remove());
  /** Names and modes of everything there. */
  const listing = (): readonly string[] => [
    ...readdirSync(join(fresh.path, ".."), { recursive: true }).map(String),
    ...(existsSync(fresh.path) ? [statSync(fresh.path).mode.toString(8)] : []),
  ];
  const changesNothing = async (more: NodeJS.ProcessEnv, files = "ok") => {
    const before = listing();
    const report = await doctor(more, fresh.path);
    expect(listing()).toEqual(before);
    expect(report.finding("Files")?.mark).toBe(files);
    expect(report.marks("BROKEN")).toEqual([]);
    return report;
  };

  test("creates none, wherever they would be", async () => {
    const none = await changesNothing({});
    expect(none.finding("Database")).toEqual({
      mark: "skipped",
      words: expect.stringContaining("has none yet: the first start creates it"),
    });
    expect(none.code).toBe(0);
    mkdirSync(fresh.path);
    await changesNothing({});
    // Whether there will be more nodes isn't known.
    const { finding } = await changesNothing({ DATABASE_URL: urlOf() }, "warning");
    expect(finding("Files")?.words).toMatch(/first upload creates .+ Several nodes need PARLEY_STORAGE=s3/);
  });

  test("says that nobody would run jobs, if this server doesn't", async () => {
    const report = await doctor({ PARLEY_ROLE: "web" }, fresh.path);
    expect(report.finding("Role")).toEqual({
      mark: "BROKEN",
      words: expect.stringMatching(/^PARLEY_ROLE is web, and no other server can use the embedded database/),
    });
    expect(report.code).toBe(1);
  });

  test("names a restore that was interrupted", async () => {
    mkdirSync(join(fresh.path, "restoring"), { recursive: true });
    const before = listing();
    const report = await doctor({}, fresh.path);
    expect(listing()).toEqual(before);
    expect(report.finding("Database")).toEqual({
      mark: "BROKEN",
      words: expect.stringContaining("run parley restore again"),
    });
  });
});

describe("several nodes", () => {
  const secret = "a secret of thirty-two characters or more";
  const nodes = newDataDir();
  afterAll(() => nodes.remove());
  const startNode = async (database: string) => {
    const client = new Client({ connectionString: urlOf() });
    await client.connect();
    await client.query(`CREATE DATABASE ${database}`);
    await client.end();
    const settings = { DATABASE_URL: urlOf(database) };
    const node = Program.run("main", environment(nodes.path, { ...settings, PARLEY_SECRET: secret }));
    programs.push(node);
    await node.url();
    return settings;
  };

  test("need the same secret", async () => {
    const settings = await startNode("secrets");
    expect((await doctor({ ...settings, PARLEY_SECRET: secret })).finding("Secret")?.mark).toBe("ok");
    const other = await doctor({ ...settings, PARLEY_SECRET: `not ${secret}` });
    expect(other.finding("Secret")).toEqual({
      mark: "BROKEN",
      words: expect.stringMatching(/this one differs\. Set PARLEY_SECRET to the value that the other nodes/),
    });
    expect(other.code).toBe(1);
    const without = await doctor(settings, nodes.path);
    expect(without.finding("Secret")).toMatchObject({
      mark: "BROKEN",
      words: expect.stringContaining("it is missing"),
    });
    const empty = await doctor({ DATABASE_URL: urlOf() });
    expect(empty.finding("Secret")).toMatchObject({
      mark: "warning",
      words: expect.stringContaining("PARLEY_SECRET isn't set"),
    });
  });

  test("need as many connections as their pools may open together", async () => {
    const settings = { ...(await startNode("pools")), PARLEY_SECRET: secret };
    // The database accepts 40, of which three are for its superuser.
    expect((await doctor(settings)).finding("Connections")).toEqual({
      mark: "ok",
      words: "1 process may open 33 together, and the database accepts 37",
    });
    expect((await doctor({ ...settings, PARLEY_DATABASE_POOL: "13" })).finding("Connections")).toEqual({
      mark: "warning",
      words: expect.stringMatching(
        /^1 process may open 39 together, and the database accepts 37\. Set its max/,
      ),
    });
    const another = new Client({ connectionString: urlOf("pools"), application_name: "parley 1 elsewhere" });
    await another.connect();
    const two = await doctor(settings);
    await another.end();
    expect(two.finding("Connections")).toEqual({
      mark: "warning",
      words: expect.stringContaining("2 processes may open 66 together"),
    });
    const foreign = Array.from({ length: 5 }, () => new Client({ connectionString: urlOf() }));
    for (const client of foreign) await client.connect();
    const crowded = await doctor(settings);
    for (const client of foreign) await client.end();
    expect(crowded.finding("Connections")).toMatchObject({
      mark: "warning",
      words: expect.stringContaining("of which other programs use 5"),
    });
  });
});

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("a data folder that can't be created is named, by the start too", async () => {
  const report = await doctor({}, "/proc/parley");
  expect(report.finding("Files")).toEqual({
    mark: "BROKEN",
    words: expect.stringContaining("can't be created"),
  });
  const server = Program.run("main", environment("/proc/parley"));
  programs.push(server);
  const { code, output } = await server.ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^parley: The data folder \/proc\/parley can't be created: E.*\n$/);
});

describe("nodes that don't fit", () => {
  const secret = "a secret of thirty-two characters or more";
  const folders = [newDataDir(), newDataDir()] as const;
  afterAll(() => {
    for (const one of folders) one.remove();
  });

  test("have another bus, another storage or another folder", async () => {
    const client = new Client({ connectionString: urlOf() });
    await client.connect();
    await client.query("CREATE DATABASE fitting");
    const settings = { DATABASE_URL: urlOf("fitting"), PARLEY_SECRET: secret, PARLEY_LOG_LEVEL: "warn" };
    const startIn = async (dataDir: string): Promise<Program> => {
      const node = Program.run("main", environment(dataDir, settings));
      programs.push(node);
      await node.url();
      return node;
    };
    const [first, second] = folders;
    await startIn(first.path);
    const alone = await doctor(settings, first.path);
    expect(alone.finding("Other nodes")).toEqual({
      mark: "ok",
      words: "1 server on this database has the same bus and storage",
    });
    expect(alone.finding("Files")?.mark).toBe("warning");
    const foreign = await doctor(settings, second.path);
    expect(foreign.finding("Files")).toEqual({
      mark: "BROKEN",
      words: expect.stringContaining("isn't the folder of the other nodes"),
    });
    const otherwise = await doctor({
      ...settings,
      PARLEY_WAKEUP: "nats",
      PARLEY_NATS_URL: "nats://127.0.0.1:1",
    });
    expect(otherwise.finding("Other nodes")).toEqual({
      mark: "BROKEN",
      words: expect.stringMatching(/^PARLEY_WAKEUP is nats here and postgres on /),
    });
    const node = await startIn(second.path);
    for (let tries = 0; tries < 50 && !node.printed.includes("folder of the other nodes"); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(node.printed).toContain("isn't the folder of the other nodes");
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'fitting'");
    await client.end();
  });
});

describe("services of others", () => {
  const pemOf = (): string =>
    generateKeyPairSync("ec", { namedCurve: "prime256v1" })
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString();

  test("a key that the server can't start with is named", async () => {
    const none = { PARLEY_PUSH: "fcm", PARLEY_FCM_KEY_FILE: "/nonexistent/fcm.json" };
    const report = await doctor({ DATABASE_URL: urlOf(), ...none });
    expect(report.finding("Notifications")).toEqual({
      mark: "BROKEN",
      words: expect.stringContaining("PARLEY_FCM_KEY_FILE: ENOENT"),
    });
    expect(report.code).toBe(1);
  });

  test("those that are away are named, and those that are there", async () => {
    const listener = createServer((_request, response) => response.end("{}"));
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const there = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const away = "http://127.0.0.1:1";
    const files = newDataDir();
    mkdirSync(files.path);
    const key = join(files.path, "key.p8");
    writeFileSync(key, pemOf());
    const withServicesAt = (url: string) =>
      doctor({
        DATABASE_URL: urlOf(),
        PARLEY_PUSH: "apns,web",
        PARLEY_APNS_KEY_FILE: key,
        PARLEY_APNS_KEY_ID: "a",
        PARLEY_APNS_TEAM_ID: "b",
        PARLEY_APNS_URL: url,
        PARLEY_OIDC_ISSUER: url,
        PARLEY_OIDC_CLIENT_ID: "c",
        PARLEY_OIDC_CLIENT_SECRET: "d",
        PARLEY_SUMMARY_URL: `${url}/v1`,
        PARLEY_SUMMARY_MODEL: "m",
        PARLEY_TRACES_URL: `${url}/v1/traces`,
        PARLEY_GALENE_URL: url,
        PARLEY_GALENE_USER: "e",
        PARLEY_GALENE_PASSWORD: "f",
      });
    const good = await withServicesAt(there);
    expect(good.finding("Notifications")).toEqual({
      mark: "ok",
      words: `the settings for apns, web are complete, and ${there} can be reached`,
    });
    for (const subject of ["Video calls", "Summaries", "Traces"])
      expect([subject, good.finding(subject)]).toEqual([
        subject,
        { mark: "ok", words: `${there} can be reached` },
      ]);
    // It answers, but with something else than a description of itself.
    expect(good.finding("Single sign-on")?.mark).toBe("BROKEN");
    listener.close();
    const bad = await withServicesAt(away);
    for (const subject of ["Notifications", "Single sign-on"])
      expect([subject, bad.finding(subject)?.mark]).toEqual([subject, "BROKEN"]);
    for (const subject of ["Video calls", "Summaries", "Traces"])
      expect([subject, bad.finding(subject)]).toEqual([
        subject,
        { mark: "warning", words: expect.stringMatching(/can't be reached: .*ECONNREFUSED.* Until then, /) },
      ]);
    files.remove();
  });
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
