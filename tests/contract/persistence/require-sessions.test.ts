import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import {
  type ConnectionSettings,
  openDatabase,
} from "../../../src/adapters/persistence/knex/database/database";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { requireSessions } from "../../../src/adapters/persistence/knex/database/require-sessions";
import { freePort } from "../../support/servers/line-process";
import { publishedServer } from "../../support/storage/postgres-server";

const program = "/usr/sbin/pgbouncer";
const testWithPooler = existsSync(program) ? test : test.skip;
const { connection } = publishedServer();
const folder = mkdtempSync(join(tmpdir(), "parley-pooler-"));
afterAll(() => rmSync(folder, { recursive: true }));

const requiring = async (db: Knex): Promise<string> => {
  try {
    await requireSessions(db);
    return "kept";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await db.destroy();
  }
};

test("PostgreSQL itself keeps sessions", async () => {
  expect(await requiring(openDatabase(connection, { poolSize: 2 }))).toBe("kept");
});

/** The server as PgBouncer takes it, which refuses an empty password. */
const target = (): string => {
  const named =
    typeof connection === "string"
      ? new URL(connection)
      : {
          ...connection,
          hostname: connection.host,
          username: connection.user,
          password: connection.password ?? "",
        };
  const { hostname, port, username, password } = named;
  const server = `host=${hostname} port=${port || 5432} user=${username}`;
  return password === "" ? server : `${server} password=${decodeURIComponent(password)}`;
};

const userOf = (server: ConnectionSettings): string =>
  typeof server === "string" || !existsSync(server.host)
    ? "nobody"
    : execFileSync("stat", ["-c", "%U", server.host], { encoding: "utf8" }).trim();

const startPooler = async (
  mode: string,
  more: readonly string[],
): Promise<{ child: ChildProcess; port: number }> => {
  const port = await freePort();
  const file = join(folder, `${mode}.ini`);
  const settings = [
    `pool_mode = ${mode}`,
    "auth_type = any",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
  ];
  const content = [
    "[databases]",
    `* = ${target()}`,
    "[pgbouncer]",
    ...settings,
    "unix_socket_dir =",
    ...more,
  ];
  writeFileSync(file, `${content.join("\n")}\n`, { mode: 0o644 });
  // It refuses to run as root. Others than its owner may not reach the socket of the tests' PostgreSQL.
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, [...(isRoot ? ["-u", userOf(connection)] : []), file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let lines = "";
  await new Promise<void>((resolve, reject) => {
    child.once("close", () => reject(new Error(lines)));
    child.stderr.on("data", (chunk: Buffer) => {
      lines += chunk;
      if (lines.includes("process up")) resolve();
    });
  });
  return { child, port };
};

const kept = "kept";
const shared = expect.stringMatching(
  /^The pooler .+ must keep each session .+ pool_mode = session in PgBouncer$/,
);

testWithPooler.each([
  ["session", [], kept],
  ["transaction", [], shared],
  ["transaction", ["server_round_robin = 1", "min_pool_size = 5"], shared],
  ["transaction", ["default_pool_size = 1"], shared],
])("PgBouncer in %s mode, %j (skipped where it isn't installed)", async (mode, more, expected) => {
  const { child, port } = await startPooler(mode, more);
  try {
    const url = `postgres://parley@127.0.0.1:${port}/postgres`;
    expect(await requiring(openDatabase(url, { poolSize: 2 }))).toEqual(expected);
    if (expected === kept) return;
    const starting = openDatabase(url, { poolSize: 3, statementsWithin: 0 });
    await expect(migrate(starting)).rejects.toThrow(/^The pooler /);
    await starting.destroy();
  } finally {
    child.kill("SIGTERM");
    await once(child, "close");
  }
});
