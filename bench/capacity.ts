import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { benchSettings, configOf } from "./bench-settings";
import { fanOut } from "./fan-out/fan-out";
import { isolated } from "./isolated";
import { call } from "./load";
import { type Realm, realmCopies } from "./many-realms";
import { residentOf } from "./memory";
import { startNode } from "./nodes/node";
import { runProgram } from "./program";
import { type Person, type Seeded, seed } from "./seed";

const messages = 20;
const peopleOfRealm = 5;
const callsAtOnce = 8;
/** After this long, a process at rest has given back the memory of garbage. */
const restMilliseconds = 95_000;

const say = (what: string, value: string): void => {
  process.stdout.write(`${what.padEnd(66)} ${value}\n`);
};

interface Given {
  readonly queues: number;
  readonly realms: number;
  /** The value of PARLEY_REALM_MEMORY_MIB. */
  readonly memory: number;
}

/** One organization in which everybody polls. */
const measureQueues = async (
  settings: NodeJS.ProcessEnv,
  { people }: Seeded,
  queues: number,
): Promise<void> => {
  const [sender, ...others] = people as readonly [Person, ...Person[]];
  const server = await startNode(settings);
  try {
    await fanOut(server, sender, others.slice(0, 10), { messages, perSecond: 0 });
    const before = residentOf(server.pid);
    let waiting = before;
    const { p50, p99, cpuPerDelivery } = await fanOut(
      server,
      sender,
      others.slice(0, queues),
      { messages, perSecond: 0 },
      "polls",
      () => {
        waiting = residentOf(server.pid);
      },
    );
    say("open queues that wait, each on a connection", `${queues}`);
    say(
      "  resident memory a queue, its connection included",
      `${(((waiting - before) * 1024) / queues).toFixed(1)} KiB`,
    );
    say(
      "  a message to all of them: the last has it, p50 and p99",
      `${p50.toFixed(0)} ms, ${p99.toFixed(0)} ms`,
    );
    say("  processor time a delivery", `${cpuPerDelivery.toFixed(0)} µs`);
  } finally {
    await server.stop();
  }
};

/** Makes one request to each organization. Before and after, the process rests: what it then holds isn't garbage. */
const measureRealms = async (
  settings: NodeJS.ProcessEnv,
  realms: readonly Realm[],
  memory: number,
): Promise<void> => {
  const server = await startNode({ ...settings, PARLEY_REALM_MEMORY_MIB: `${memory}` });
  try {
    await sleep(restMilliseconds);
    const before = residentOf(server.pid);
    let next = 0;
    const ask = async (): Promise<void> => {
      while (next < realms.length) {
        const realm = realms[next++];
        if (realm) await call(`${server.url}/api/v1/users/me`, "GET", realm.people[0], {});
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, ask));
    const [held = 0, bytes = 0] = await server.figures(["parley_realms_held", "parley_realms_held_bytes"]);
    const heldMib = bytes / 2 ** 20;
    say(`organizations asked for, one after another, with a limit of ${memory} MiB`, `${realms.length}`);
    say("  in memory at the end", `${held}, ${heldMib.toFixed(1)} MiB`);
    const after = residentOf(server.pid);
    await sleep(restMilliseconds);
    const rested = residentOf(server.pid);
    say(
      "  resident memory at rest, after the requests, and at rest again",
      `${[before, after, rested].map((mebibytes) => mebibytes.toFixed(0)).join(", ")} MiB`,
    );
    if (heldMib > memory) throw new Error("They take more memory than the limit");
  } finally {
    await server.stop();
  }
};

const measure = async (folder: string, databaseUrl: string | undefined, given: Given): Promise<void> => {
  const settings = {
    ...benchSettings(folder, databaseUrl),
    PARLEY_CONNECTIONS_PER_NETWORK: `${2 * given.queues}`,
  };
  const seeded = await seed(configOf(settings), given.queues + 1);
  await measureQueues(settings, seeded, given.queues);
};

const measureMany = async (folder: string, databaseUrl: string | undefined, given: Given): Promise<void> => {
  const settings = benchSettings(folder, databaseUrl);
  const config = configOf(settings);
  const realms = await realmCopies(config, await seed(config, peopleOfRealm), given.realms);
  await measureRealms(settings, realms, given.memory);
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      queues: { type: "string", default: "10000" },
      realms: { type: "string", default: "10000" },
      memory: { type: "string", default: "64" },
    },
  });
  const given = {
    queues: Number(values.queues),
    realms: Number(values.realms),
    memory: Number(values.memory),
  };
  if (given.queues > 0)
    await isolated(process.env.DATABASE_URL, (folder, url) => measure(folder, url, given));
  if (given.realms > 0)
    await isolated(process.env.DATABASE_URL, (folder, url) => measureMany(folder, url, given));
};

runProgram(main);
