import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import * as E from "fp-ts/Either";
import type { Knex } from "knex";
import { knexRealmSnapshots } from "../src/adapters/persistence/knex/events/realm-snapshots";
import { storageOf } from "../src/composition/adapters/storage";
import { readConfig } from "../src/config/config";
import { estimatedBytes } from "../src/domain/state/estimated-bytes";
import type { RealmState } from "../src/domain/state/realm-state";
import { seed } from "./seed";
import { measureEvents, measureKeys } from "./state-events";

/** Channels that each person is in, besides the two of the seed. */
const moreChannels = 5;
const nanosecondsInMillisecond = 1e6;

const say = (what: string, value: string): void => {
  process.stdout.write(`${what.padEnd(66)} ${value}\n`);
};

/** Megabytes in use after garbage collection. */
const settled = async (): Promise<number> => {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};

const widest =
  "(SELECT channel_id FROM subscriptions GROUP BY channel_id ORDER BY count(*) DESC, channel_id LIMIT 1)";
const someMore = `
  INSERT INTO channels SELECT (json_populate_record(c, json_build_object(
    'id', c.id + n, 'name', c.name || n, 'conversation_id', c.conversation_id + n))).*
  FROM channels c, generate_series(1, ?) n WHERE c.id = (SELECT max(id) FROM channels) RETURNING id`;
const joined = `
  INSERT INTO subscriptions SELECT (json_populate_record(s, json_build_object('channel_id', ?::int))).*
  FROM subscriptions s WHERE s.channel_id = ${widest} AND s.user_id BETWEEN ? AND ?`;
const peopleAtOnce = 10_000;

/** Subscribes everybody to more channels, directly in the tables, because only reading them is measured. */
const widen = async (db: Knex, size: number): Promise<void> => {
  const made: { rows: { id: number }[] } = await db.raw(someMore, [moreChannels]);
  for (const { id } of made.rows)
    for (let first = 0; first <= size; first += peopleAtOnce)
      await db.raw(joined, [id, first, first + peopleAtOnce - 1]);
};

/** Loads a state and prints the cost. A process's first load also compiles the code that later loads run. */
const timedLoad = async (which: string, load: () => Promise<RealmState>): Promise<RealmState> => {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const state = await load();
  const { user, system } = process.cpuUsage(cpu);
  const took = (performance.now() - began).toFixed(0);
  delays.disable();
  const longest = (delays.max / nanosecondsInMillisecond).toFixed(0);
  say(
    `  ${which} load: in; CPU of it; longest block of the event loop`,
    `${took} ms; ${((user + system) / 1000).toFixed(0)} ms; ${longest} ms`,
  );
  return state;
};

/** What one large realm's state costs: memory, loading time, the longest block meanwhile, and applying events. */
const measure = async (dataDir: string, size: number): Promise<void> => {
  const databaseUrl = process.env.DATABASE_URL;
  const read = readConfig({
    PARLEY_DATA_DIR: dataDir,
    PARLEY_LOG_LEVEL: "error",
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  if (E.isLeft(read)) throw new Error(read.left);
  const { realmId } = await seed(read.right, size);
  const storage = storageOf(read.right, { log: () => {}, mayUseRunningServer: false });
  await storage.start();
  await widen(storage.db, size);
  await storage.db.raw("ANALYZE");
  const snapshots = knexRealmSnapshots(storage.db);
  const before = await settled();
  const state = await timedLoad("first", () => snapshots.load(realmId));
  const memory = (await settled()) - before;
  say(
    `a realm of ${size} people: memory`,
    `${memory.toFixed(1)} MB (estimated ${(estimatedBytes(state) / 2 ** 20).toFixed(1)})`,
  );
  await timedLoad("second", () => snapshots.load(realmId));

  await measureKeys(state, say);
  measureEvents(state, say);
  await storage.stop();
};

const dataDir = mkdtempSync(join(tmpdir(), "parley-bench-"));
void measure(dataDir, Number(process.argv[2] ?? 10_000)).finally(() =>
  rmSync(dataDir, { recursive: true, force: true }),
);
