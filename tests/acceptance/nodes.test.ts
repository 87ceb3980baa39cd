import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../src/adapters/persistence/embedded/embedded-postgres";
import {
  build,
  endAll,
  environment,
  firstRealm,
  newDataDir,
  ownerPassword,
  Program,
} from "../support/program/child-server";

jest.setTimeout(300_000);

const folder = newDataDir();
const nodesFolder = newDataDir();
const programs: Program[] = [];
let postgres: EmbeddedPostgres;
let databases = 0;

beforeAll(async () => {
  build();
  postgres = await startEmbeddedPostgres({ dataDir: folder.path, transport: "tcp" });
});
afterEach(() => endAll(programs.splice(0)));
afterAll(async () => {
  await postgres.stop();
  folder.remove();
  nodesFolder.remove();
});

const query = async (database: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new Client({ ...postgres.connection, database });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

/** Two servers that start simultaneously on one empty database. */
const startTwo = async () => {
  databases += 1;
  const database = `nodes${databases}`;
  await query("parley", `CREATE DATABASE ${database}`);
  const { host, port, user, password } = postgres.connection;
  const env = environment(nodesFolder.path, {
    ...firstRealm,
    DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${database}`,
    PARLEY_SECRET: "a secret of thirty-two characters or more",
  });
  rmSync(nodesFolder.path, { recursive: true, force: true });
  const nodes = [Program.run("main", env), Program.run("main", env)] as const;
  programs.push(...nodes);
  return { nodes, database, env, urls: await Promise.all(nodes.map((node) => node.url())) };
};

test("two nodes that start on an empty database create its first organization once, and both serve it", async () => {
  for (let round = 1; round <= 2; round += 1) {
    const { nodes, database, urls } = await startTwo();
    expect(await query(database, "SELECT name FROM realms")).toEqual([{ name: "Example" }]);
    expect(nodes.flatMap(({ printed }) => printed.match(/Created organization/g) ?? [])).toHaveLength(1);
    for (const url of urls)
      expect((await call(url, "GET", "/server_settings", {})).realm_name).toBe("Example");
    await endAll(programs.splice(0));
  }
});

test("a node with another secret doesn't start until it is accepted, and then the others don't", async () => {
  const { env } = await startTwo();
  await endAll(programs.splice(0));
  const other = { ...env, PARLEY_SECRET: "another secret of thirty-two characters" };
  const start = (settings: NodeJS.ProcessEnv, ...command: readonly string[]) => {
    const program =
      command.length === 0 ? Program.run("main", settings) : Program.run("cli/parley", settings, command);
    programs.push(program);
    return program;
  };
  const refused = { code: 1, output: expect.stringContaining("another secret. Set PARLEY_SECRET") };
  expect(await start(other).ended).toMatchObject(refused);
  expect(await start({ ...other, PARLEY_PROCESSES: "2" }).ended).toMatchObject(refused);
  expect(await start(other, "jobs").ended).toMatchObject(refused);
  // Without the setting, a node would make up a secret.
  const { PARLEY_SECRET: _, ...unset } = env;
  expect(await start(unset).ended).toMatchObject(refused);
  expect((await start(env, "jobs").ended).code).toBe(0);

  expect(await start(other, "secret", "accept").ended).toMatchObject({ code: 0 });
  expect(await start(env).ended).toMatchObject(refused);
  const username = firstRealm.PARLEY_OWNER_EMAIL;
  const url = await start(other).url();
  const body = new URLSearchParams({ username, password: ownerPassword });
  const answer = await fetch(`${url}/api/v1/fetch_api_key`, { method: "POST", body });
  expect(answer.status).toBe(200);
});

interface Answer {
  readonly [field: string]: unknown;
}

const call = async (url: string, method: string, path: string, fields: object, login?: string) => {
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  const response = await fetch(`${url}/api/v1${path}${method === "GET" ? `?${body}` : ""}`, {
    method,
    ...(method !== "GET" && { body }),
    ...(login !== undefined && { headers: { authorization: login } }),
  });
  return (await response.json()) as Answer;
};

test("a message that one node missed while cut off from the other is delivered soon, without another send", async () => {
  const { database, urls } = await startTwo();
  const [here = "", there = ""] = urls;
  const owner = firstRealm.PARLEY_OWNER_EMAIL;
  const { api_key } = await call(here, "POST", "/fetch_api_key", {
    username: owner,
    password: ownerPassword,
  });
  const login = `Basic ${Buffer.from(`${owner}:${api_key}`).toString("base64")}`;
  const { queue_id, last_event_id } = await call(
    there,
    "POST",
    "/register",
    { event_types: '["message"]' },
    login,
  );
  const waiting = call(there, "GET", "/events", { queue_id, last_event_id }, login);
  await sleep(500);
  // Terminates the listening connections as the message is committed, so that its announcement reaches nobody.
  await query(
    database,
    `CREATE FUNCTION end_listeners() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       PERFORM pg_terminate_backend(pid, 1000) FROM pg_stat_activity
       WHERE datname = current_database() AND query ~ '^(LISTEN|SELECT 1$)'; RETURN NULL; END $$;
     CREATE TRIGGER deaf AFTER INSERT ON events EXECUTE FUNCTION end_listeners()`,
  );
  await call(
    here,
    "POST",
    "/messages",
    { type: "channel", to: "general", topic: "hush", content: "psst" },
    login,
  );
  // Heads are compared every three seconds. If they weren't, a heartbeat would answer instead.
  const { events } = (await waiting) as Answer;
  expect(events).toEqual([expect.objectContaining({ type: "message" })]);
});
