import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase } from "../../src/adapters/persistence/knex/database/database";
import { knexEventLog } from "../../src/adapters/persistence/knex/events/event-log";
import { proxyTo } from "../../tests/support/storage/database-proxy";
import { runProgram } from "../program";
import { Api } from "./api";
import { checkQueue, checkSends, deliveryTimes, settling } from "./checks";
import { openSharedDatabase } from "./database";
import { buildVersion, ownProgram } from "./earlier-version";
import { Faults, type Member } from "./faults";
import { FrontProxy } from "./front-proxy";
import { Listener } from "./listener";
import { LogOracle } from "./log-oracle";
import { ChaosNode } from "./node";
import { seeded } from "./random";
import { summary } from "./report";
import { Traffic } from "./traffic";
import { Violations } from "./violations";
import { firstRealm, makeWorld } from "./world";

const nodeCount = 3;
const peopleCount = 20;
const senderCount = 8;
/** Repeats a storm of faults with traffic, then quiet until everything is delivered. */
const stormMilliseconds = 30_000;
const realmId = 1;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Runs storms and quiet periods for the requested time, and longer until every node runs the newest version. Returns how long
 * each quiet period took.
 */
const rage = async (
  milliseconds: number,
  traffic: Traffic,
  faults: Faults,
  quiet: () => Promise<number>,
): Promise<readonly number[]> => {
  const settled: number[] = [];
  for (const until = performance.now() + milliseconds; performance.now() < until || faults.isUpgrading; ) {
    traffic.start();
    faults.start();
    const left = until - performance.now();
    await sleep(left > 0 ? Math.min(stormMilliseconds, left) : stormMilliseconds);
    await faults.stop();
    await traffic.stop();
    settled.push(await quiet());
    say(`storm ${settled.length}: all delivered ${settled.at(-1)?.toFixed(0)} ms after it`);
  }
  return settled;
};

/** How nodes wake each other, and the address of the bus if it isn't the database. */
interface Engine {
  readonly name: string;
  readonly url: string | undefined;
}

const engineCalled = (name: string): Engine => {
  if (name === "postgres") return { name, url: undefined };
  if (name === "redis") return { name, url: process.env.PARLEY_REDIS_URL ?? "redis://127.0.0.1:6379" };
  if (name === "nats") return { name, url: process.env.PARLEY_NATS_URL ?? "nats://127.0.0.1:4222" };
  throw new Error("--wakeup must be postgres, redis or nats");
};

const openMembers = async (
  databaseUrl: string,
  dataDir: string,
  program: string,
  { name, url }: Engine,
): Promise<readonly Member[]> => {
  const members: Member[] = [];
  for (let number = 1; number <= nodeCount; number += 1) {
    const way = await proxyTo(databaseUrl);
    const bus = url === undefined ? undefined : await proxyTo(url);
    const node = new ChaosNode(`node ${number}`, program, {
      DATABASE_URL: String(way.connection),
      PARLEY_DATA_DIR: dataDir,
      PARLEY_PORT: "0",
      PARLEY_SECRET: "chaos ".repeat(8),
      PARLEY_CALLS_PER_MINUTE: "0",
      PARLEY_LOG_LEVEL: "error",
      ...(bus && { PARLEY_WAKEUP: name, [`PARLEY_${name.toUpperCase()}_URL`]: String(bus.connection) }),
      ...firstRealm,
    });
    members.push({ node, way, bus });
  }
  return members;
};

interface Given {
  readonly seed: number;
  readonly milliseconds: number;
  readonly engine: Engine;
  /** The commit whose server the nodes run at first; the built one if absent. */
  readonly upgradeFrom: string | undefined;
}

const run = async (folder: string, { seed, milliseconds, engine, upgradeFrom }: Given): Promise<number> => {
  const program = upgradeFrom === undefined ? ownProgram : buildVersion(upgradeFrom, join(folder, "earlier"));
  const database = await openSharedDatabase(process.env.DATABASE_URL, join(folder, "postgres"));
  say(
    `three nodes on ${database.description}, woken by ${engine.name}, ${peopleCount} clients, seed ${seed}`,
  );
  const ownUrl = new URL(database.url);
  ownUrl.searchParams.set("application_name", "parley chaos");
  const db = openDatabase(ownUrl.toString(), { poolSize: 2 });
  const members = await openMembers(database.url, join(folder, "data"), program, engine);
  const nodes = members.map(({ node }) => node);
  const violations = new Violations();
  const began = performance.now();
  let proxy: FrontProxy | undefined;
  let api: Api | undefined;
  let listeners: readonly Listener[] = [];
  try {
    await Promise.all(nodes.map((node) => node.start()));
    proxy = await FrontProxy.before(nodes);
    api = new Api(proxy.url);
    const random = seeded(seed);
    const world = await makeWorld(api, realmId, peopleCount);
    const own = api;
    listeners = world.people.map((person) => new Listener(own, person, violations));
    for (const listener of listeners) await listener.start();
    const traffic = new Traffic(api, world, random, world.people.slice(0, senderCount));
    const faults = new Faults(members, database.url, seeded(seed + 1), ownProgram);
    const oracle = new LogOracle(knexEventLog(db), world.realmId);
    const settled = await rage(milliseconds, traffic, faults, settling(listeners, oracle, violations));
    await Promise.all(listeners.map((listener) => listener.stop()));
    await oracle.readOn();
    checkSends(traffic.sent, oracle.messages, violations);
    const records = listeners.flatMap((listener) => listener.records);
    for (const record of records) checkQueue(record, oracle, violations);
    for (const { ended } of nodes) if (ended !== undefined) violations.add("nodeEnded", ended);
    const times = deliveryTimes(listeners, traffic.sent);
    const acknowledged = traffic.sent.filter(({ id }) => id !== undefined).length;
    say(
      summary(
        {
          seconds: (performance.now() - began) / 1000,
          changes: traffic.changes,
          times,
          settled,
          acknowledged,
          refused: traffic.sent.length - acknowledged,
          deliveries: times.length,
          events: records.reduce((sum, { events }) => sum + events.length, 0),
          retries: api.retries,
          faults: faults.counts,
          failures: api.failures.map(
            (answer) => nodes.flatMap((node) => node.logged(answer) ?? [])[0] ?? answer,
          ),
          failedStarts: nodes.reduce((sum, { failedStarts }) => sum + failedStarts, 0),
        },
        violations,
      ),
    );
    return violations.total;
  } finally {
    await Promise.all(listeners.map((listener) => listener.stop()));
    api?.close();
    proxy?.close();
    for (const node of nodes) node.thaw();
    await Promise.all(nodes.map((node) => node.stop()));
    for (const { way, bus } of members) {
      await way.close();
      await bus?.close();
    }
    await db.destroy();
    await database.stop();
  }
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "3" },
      seconds: { type: "string" },
      wakeup: { type: "string", default: "postgres" },
      seed: { type: "string", default: `${Date.now() % 1_000_000}` },
      "upgrade-from": { type: "string" },
    },
  });
  const seconds = values.seconds === undefined ? Number(values.minutes) * 60 : Number(values.seconds);
  if (!(seconds > 0) || !Number.isInteger(Number(values.seed)))
    throw new Error(
      "npm run chaos -- [--minutes N | --seconds N] [--seed N] [--wakeup postgres|redis|nats] [--upgrade-from COMMIT]",
    );
  const engine = engineCalled(values.wakeup);
  const folder = mkdtempSync(join(tmpdir(), "parley-chaos-"));
  chmodSync(folder, 0o711);
  try {
    const violations = await run(folder, {
      seed: Number(values.seed),
      milliseconds: seconds * 1000,
      engine,
      upgradeFrom: values["upgrade-from"],
    });
    if (violations > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

runProgram(main);
