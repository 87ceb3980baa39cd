import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../src/adapters/persistence/embedded/embedded-postgres";
import { migrate, openDatabase } from "../../src/adapters/persistence/knex/database/database";
import {
  dropDatabase,
  inDatabase,
  onServer,
  publishedServer,
  publishServer,
  templateOf,
} from "./test-server";

type Undo = () => Promise<void>;
const memory = globalThis as { stopTestServer?: Undo };

/** A machine failure would lose only a test. */
const hasty = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", max_connections: "100" };

const ownServer = async () => {
  const folder = await mkdtemp(join(tmpdir(), "parley-tests-"));
  // PostgreSQL's account must pass through when we are root.
  await chmod(folder, 0o711);
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: join(folder, "data"),
    settings: hasty,
  });
  return {
    connection,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const serverAt = (url: string) => ({ connection: url, stop: async () => {} });

/** Finds or starts a PostgreSQL once per run, and migrates the database that each test file copies. */
export default async (): Promise<void> => {
  if (memory.stopTestServer) return;
  const url = process.env.PARLEY_TEST_DATABASE_URL;
  const { connection, stop } = await (url ? serverAt(url) : ownServer());
  memory.stopTestServer = stop;
  publishServer({ run: `parley_test_${randomBytes(4).toString("hex")}`, connection });
  const template = templateOf(publishedServer());
  await onServer(connection, (db) => db.raw(`CREATE DATABASE ${template}`));
  const db = openDatabase(inDatabase(connection, template));
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
};

/** Leaves nothing behind, not even what a test file failed to drop. */
export const teardown = async (): Promise<void> => {
  const stop = memory.stopTestServer;
  if (stop === undefined) return;
  delete memory.stopTestServer;
  const { connection, run } = publishedServer();
  await onServer(connection, async (db) => {
    const { rows } = await db.raw("SELECT datname FROM pg_database WHERE datname LIKE ?", [`${run}%`]);
    for (const { datname } of rows) await dropDatabase(db, datname);
  });
  await stop();
};
