import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../../src/adapters/persistence/embedded/embedded-postgres";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import {
  dropDatabase,
  inDatabase,
  onServer,
  publishedServer,
  publishServer,
  templateOf,
} from "../storage/postgres-server";

type Undo = () => Promise<void>;
const memory = globalThis as { stopTestServer?: Undo };

/** A machine failure would lose only a test. */
const hasty = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB",
  autovacuum: "off",
  max_connections: "100",
};

const sharedMemory = "/dev/shm";
const enoughMemory = 2 ** 31;

/**
 * A folder in memory where there is room. Each test file copies and drops a database of a thousand files, and ext4
 * searches long for places of new files while those of removed ones are reserved.
 */
const placeForServer = async (): Promise<string> => {
  const space = await statfs(sharedMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return space.bavail * space.bsize >= enoughMemory ? sharedMemory : tmpdir();
};

const ownServer = async () => {
  const folder = await mkdtemp(join(await placeForServer(), "parley-tests-"));
  // PostgreSQL's account must pass through when we are root.
  await chmod(folder, 0o711);
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: join(folder, "data"),
    settings: hasty,
  });
  return {
    connection,
    strategy: "FILE_COPY" as const,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const serverAt = (url: string) => ({
  connection: url,
  strategy: "WAL_LOG" as const,
  stop: async () => {},
});

/** Finds or starts a PostgreSQL once per run, and migrates the database that each test file copies. */
export default async (): Promise<void> => {
  if (memory.stopTestServer) return;
  const url = process.env.PARLEY_TEST_DATABASE_URL;
  const { connection, strategy, stop } = await (url ? serverAt(url) : ownServer());
  memory.stopTestServer = stop;
  publishServer({ run: `parley_test_${randomBytes(4).toString("hex")}`, connection, strategy });
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
