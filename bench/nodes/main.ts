import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchSettings, configOf } from "../bench-settings";
import { freshDatabase } from "../fresh-database";
import { type Realm, realmCopies } from "../many-realms";
import { runProgram } from "../program";
import { type Person, seed } from "../seed";
import { described, type Measured, measureSends, type Pace, readsPerSecond, type Share } from "./load";
import { type Node, startNode } from "./node";

const realmCount = 12;
const readSeconds = 10;
/** How much more than on one node a message may cost: where all nodes share an organization, and where each has its own. */
const mostShared = 1.3;
const mostWithAffinity = 1.1;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Runs work with a number of nodes, and then stops them. */
const withNodes = async <A>(
  count: number,
  settings: NodeJS.ProcessEnv,
  work: (nodes: readonly Node[]) => Promise<A>,
): Promise<A> => {
  const nodes: Node[] = [];
  try {
    while (nodes.length < count) nodes.push(await startNode(settings));
    return await work(nodes);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
};

/** All nodes hold one organization, and its people send on the first ones. */
const oneRealm = (
  nodes: readonly Node[],
  people: readonly Person[],
  sendingNodes: number,
): readonly Share[] => {
  const share = Math.floor(people.length / sendingNodes);
  return nodes.map((node, index) => ({
    node,
    listening: people.slice(0, 1),
    sending: index < sendingNodes ? people.slice(index * share, (index + 1) * share) : [],
  }));
};

/** Each organization is on one node. */
const realmsApart = (
  nodes: readonly Node[],
  realms: readonly Realm[],
  sendersEach: number,
): readonly Share[] =>
  nodes.map((node, index) => {
    const own = realms.filter((_, place) => place % nodes.length === index);
    return {
      node,
      listening: own.map(({ people: [first] }) => first),
      sending: own.flatMap(({ people }) => people.slice(0, sendersEach)),
    };
  });

interface Given {
  readonly nodes: readonly number[];
  readonly messages: number;
  readonly senders: number;
  readonly rows: readonly string[];
  readonly pace: Pace;
}

/** Says what a message costs with each number of nodes, against the first. */
const compare = async (
  settings: NodeJS.ProcessEnv,
  given: Given,
  what: string,
  most: number,
  sharesOf: (nodes: readonly Node[]) => readonly Share[],
): Promise<void> => {
  let alone: Measured | undefined;
  for (const count of given.nodes) {
    const measured = await withNodes(count, settings, (nodes) =>
      measureSends(sharesOf(nodes), given.messages, given.pace),
    );
    alone ??= measured;
    say(`${what}, nodes: ${count}: ${described(measured)}`);
    if (measured !== alone)
      say(
        `  ${(measured.cpuPerMessage / alone.cpuPerMessage).toFixed(2)} times what it costs with the first number (at most ${most})`,
      );
  }
};

const run = async (
  databaseUrl: string,
  folder: string,
  given: Given & { readonly wakeup: string },
): Promise<void> => {
  const settings = {
    ...benchSettings(folder, databaseUrl),
    PARLEY_SECRET: "nodes of one realm ".repeat(3),
    PARLEY_WAKEUP: given.wakeup,
    PARLEY_REDIS_URL: process.env.PARLEY_REDIS_URL ?? "redis://127.0.0.1:6379",
    ...(given.wakeup === "nats" && {
      PARLEY_NATS_URL: process.env.PARLEY_NATS_URL ?? "nats://127.0.0.1:4222",
    }),
  };
  const config = configOf(settings);
  const seeded = await seed(config, given.senders);
  const realms = await realmCopies(config, seeded, realmCount);
  const { people } = seeded;
  const most = Math.max(...given.nodes);
  const rows: Readonly<Record<string, () => Promise<void>>> = {
    shared: () =>
      compare(settings, given, "one realm, sends on all", mostShared, (nodes) =>
        oneRealm(nodes, people, nodes.length),
      ),
    followed: () =>
      compare(settings, given, "one realm, sends on one", mostShared, (nodes) => oneRealm(nodes, people, 1)),
    // As many clients on each node as in the first row, but nothing to follow or to wait for.
    spread: () =>
      compare(settings, given, `${most} realms, each on one`, mostWithAffinity, (nodes) =>
        realmsApart(nodes, realms.slice(0, most), Math.floor(given.senders / most)),
      ),
    apart: () =>
      compare(settings, given, `${realmCount} realms, each on one`, mostWithAffinity, (nodes) =>
        realmsApart(nodes, realms, Math.ceil(given.senders / realmCount)),
      ),
  };
  for (const name of given.rows) {
    const row = rows[name];
    if (row === undefined) throw new Error(`--rows are some of ${Object.keys(rows).join(",")}`);
    await row();
  }
};

/** One server on its embedded database, with each number of processes: sends, and then reads. */
const runProcesses = async (
  folder: string,
  processes: readonly number[],
  { messages, senders, pace }: Pick<Given, "messages" | "senders" | "pace">,
): Promise<void> => {
  const settings = benchSettings(folder, undefined);
  const { people } = await seed(configOf(settings), senders);
  for (const count of processes)
    await withNodes(1, { ...settings, PARLEY_PROCESSES: `${count}` }, async (nodes) => {
      const sends = await measureSends(oneRealm(nodes, people, 1), messages, pace);
      for (const { url } of nodes) {
        const reads = await readsPerSecond(url, people, readSeconds);
        say(`${count} processes: ${reads.toFixed(0)} pages of 100 messages/s; ${described(sends)}`);
      }
    });
};

const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "parley-nodes-"));
  chmodSync(folder, 0o711);
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      processes: { type: "string" },
      nodes: { type: "string", default: "1,3" },
      wakeup: { type: "string", default: "postgres" },
      messages: { type: "string", default: "12000" },
      senders: { type: "string", default: "48" },
      rate: { type: "string" },
      rows: { type: "string", default: "shared,spread,followed,apart" },
    },
  });
  const messages = Number(values.messages);
  const senders = Number(values.senders);
  const { processes } = values;
  const pace: Pace =
    values.rate === undefined ? "as fast as it is answered" : { perSecond: Number(values.rate) };
  if (processes !== undefined)
    return inFolder((folder) =>
      runProcesses(folder, processes.split(",").map(Number), { messages, senders, pace }),
    );
  const server = process.env.DATABASE_URL;
  if (server === undefined) throw new Error("DATABASE_URL names the server for the nodes' database");
  const database = await freshDatabase(server);
  try {
    const nodes = values.nodes.split(",").map(Number);
    await inFolder((folder) =>
      run(database.url, folder, {
        nodes,
        wakeup: values.wakeup,
        messages,
        senders,
        pace,
        rows: values.rows.split(","),
      }),
    );
  } finally {
    await database.drop();
  }
};

runProgram(main);
