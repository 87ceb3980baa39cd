import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as E from "fp-ts/Either";
import { inThreadRenderer } from "../src/adapters/markdown/in-thread-renderer";
import { sweep } from "../src/application/events/sweep";
import { rerenderMessages } from "../src/application/messages/rerender-messages";
import { createRealm } from "../src/application/realm/create-realm";
import { archiveExpiredMessages } from "../src/application/retention/archive-expired-messages";
import { removeOrphans } from "../src/application/uploads/remove-orphans";
import { removeStrays } from "../src/application/uploads/remove-strays";
import { storageOf } from "../src/composition/adapters/storage";
import { compose } from "../src/composition/compose";
import { startAll } from "../src/composition/lifecycle/lifecycle";
import type { Config } from "../src/config/config";
import { configOf } from "./bench-settings";
import { freshDatabase } from "./fresh-database";
import { copyPatiently } from "./many-realms";
import { residentOf } from "./memory";
import { runProgram } from "./program";
import { countQueries } from "./query-counter";
import { startProcess } from "./server-process";

/** The server spreads periodic work: a start does each once, and hourly work comes again much later. */
const settleMilliseconds = 60_000;
const watchMilliseconds = 120_000;
const mostShown = 12;

const say = (what: string, value: string): void => {
  process.stdout.write(`${what.padEnd(66)} ${value}\n`);
};

/** Fills the database with realms, and runs each kind of periodic work once. */
const measurePasses = async (config: Config, realms: number): Promise<void> => {
  const storage = storageOf(config, { log: () => {}, mayUseRunningServer: false });
  const { services, commonComponents } = await compose(config, storage, {
    onError: console.error,
    print: () => {},
    siteUrl: () => "http://127.0.0.1",
    makeRenderer: inThreadRenderer,
  });
  const running = await startAll([storage, ...commonComponents], ({ err }) => console.error(err));
  const founded = await createRealm(services)({
    name: "Idle",
    subdomain: "first",
    ownerEmail: "owner@example.com",
    ownerName: "Owner",
    ownerPassword: "a password for the bench",
  })();
  if (E.isLeft(founded)) throw new Error(founded.left.message);
  await copyPatiently(storage, founded.right.realmId, realms - 1);
  let statements = 0;
  storage.db.on("query", () => {
    statements += 1;
  });
  const works: Readonly<Record<string, () => Promise<void>>> = {
    "the sweep": sweep(services),
    retention: archiveExpiredMessages(services),
    "rendering again": rerenderMessages(services),
    orphans: removeOrphans(services),
    strays: removeStrays(services),
  };
  for (const [name, run] of Object.entries(works)) {
    statements = 0;
    const began = performance.now();
    await run();
    say(`one run of ${name}`, `${(performance.now() - began).toFixed(1)} ms, ${statements} statements`);
  }
  statements = 0;
  await storage.db.raw("UPDATE events SET logged_at = logged_at - 2 * 3600000::bigint");
  await storage.db.raw("UPDATE realm_heads SET oldest_at = oldest_at - 2 * 3600000::bigint");
  const began = performance.now();
  await sweep(services)();
  say(
    "  a sweep that shortens every log",
    `${(performance.now() - began).toFixed(0)} ms, ${statements} statements`,
  );
  await running.stop();
};

/** Watches a server that gets no requests. */
const measureServer = async (settings: NodeJS.ProcessEnv, databaseUrl: string): Promise<void> => {
  const counter = await countQueries(databaseUrl);
  const server = await startProcess("src/main.js", { ...settings, DATABASE_URL: counter.url });
  try {
    say("  start, to the first answer", `${server.startedIn.toFixed(0)} ms`);
    await sleep(settleMilliseconds);
    counter.take();
    await sleep(watchMilliseconds);
    const counts = [...counter.take()].toSorted(([, a], [, b]) => b - a);
    const all = counts.reduce((sum, [, count]) => sum + count, 0);
    say("  statements a second", ((all * 1000) / watchMilliseconds).toFixed(2));
    say("  node's resident memory", `${residentOf(server.pid).toFixed(0)} MB`);
    for (const [text, count] of counts.slice(0, mostShown))
      say(`    ${text.slice(0, 58)}`, ((count * 1000) / watchMilliseconds).toFixed(2));
  } finally {
    await server.stop();
    await counter.close();
  }
};

const main = async (): Promise<void> => {
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error("Set DATABASE_URL to a PostgreSQL server");
  const realms = Number(process.argv[2] ?? 10_000);
  const dataDir = mkdtempSync(join(tmpdir(), "parley-idle-"));
  const database = await freshDatabase(url);
  const settings: NodeJS.ProcessEnv = {
    PARLEY_DATA_DIR: dataDir,
    PARLEY_PORT: "0",
    PARLEY_LOG_LEVEL: "error",
    DATABASE_URL: database.url,
  };
  say("an idle server, realms", String(realms));
  try {
    await measurePasses(configOf(settings), realms);
    await measureServer(settings, database.url);
  } finally {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

runProgram(main);
