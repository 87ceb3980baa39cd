import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchSettings, configOf } from "../bench-settings";
import { freshDatabase } from "../fresh-database";
import { authorization, call, carried } from "../load";
import { type Person, seed } from "../seed";
import { sendsCarried } from "../sends";
import { type Node, startNode } from "./node";

const peopleCount = 48;
/** On each node that is sent to. */
const warmUpMessages = 1500;

/** Pages of messages per second, over as many connections. */
const readsPerSecond = async (url: string, people: readonly Person[], duration: number): Promise<number> => {
  let next = 0;
  const { perSecond } = await carried({
    url: `${url}/api/v1/messages?anchor=newest&num_before=100&num_after=0`,
    connections: people.length,
    duration,
    setupClient: (client) => {
      const person = people[next++ % people.length];
      if (person) client.setHeaders({ Authorization: authorization(person) });
    },
  });
  return perSecond;
};

/** What the figures of all nodes add up to. */
const together = async (nodes: readonly Node[], name: string): Promise<number> => {
  const figures = await Promise.all(nodes.map((node) => node.figure(name)));
  return figures.reduce((sum, one) => sum + one, 0);
};

const figures = [
  "parley_process_cpu_seconds_total",
  "parley_commit_conflicts_total",
  "parley_commit_events_count",
  "parley_commit_events_sum",
  'parley_port_calls_total{port="event log",method="after"}',
  'parley_lane_turns_total{how="unanswered"}',
] as const;

/** Sends on the first nodes, as many as asked for, while all of them hold the realm. */
const measure = async (
  nodes: readonly Node[],
  people: readonly Person[],
  { messages, sendingNodes }: { readonly messages: number; readonly sendingNodes: number },
): Promise<string> => {
  const [first] = people as readonly [Person, ...Person[]];
  for (const { url } of nodes)
    await call(`${url}/api/v1/register`, "POST", first, { event_types: '["message"]' });
  const share = Math.floor(people.length / sendingNodes);
  const send = (amount: number) =>
    Promise.all(
      nodes.slice(0, sendingNodes).map(({ url }, index) =>
        sendsCarried(url, people.slice(index * share, (index + 1) * share), {
          connections: share,
          amount,
        }),
      ),
    );
  await send(warmUpMessages);
  const before = await Promise.all(figures.map((name) => together(nodes, name)));
  const sends = await send(Math.floor(messages / sendingNodes));
  const after = await Promise.all(figures.map((name) => together(nodes, name)));
  const [cpuSeconds = 0, lost = 0, made = 0, sent = 0, reads = 0, unanswered = 0] = after.map(
    (value, index) => value - (before[index] ?? 0),
  );
  const rate = sends.reduce((sum, one) => sum + one.perSecond, 0);
  const refused = sends.reduce((sum, one) => sum + one.refused, 0);
  return (
    `${nodes.length} nodes, sends on ${sendingNodes}: ${rate.toFixed(0)} messages/s, ` +
    `${((cpuSeconds * 1e6) / sent).toFixed(0)} µs of CPU a message, ${(sent / made).toFixed(1)} messages a commit, ` +
    `${lost} of ${made + lost} batches thrown away (${((100 * lost) / (made + lost)).toFixed(1)} %), ` +
    `${reads} reads of the log, ${unanswered} turns unanswered, ${refused} refused`
  );
};

const run = async (
  databaseUrl: string,
  folder: string,
  given: { readonly nodes: readonly number[]; readonly wakeup: string; readonly messages: number },
): Promise<void> => {
  const settings = {
    ...benchSettings(folder, databaseUrl),
    PARLEY_SECRET: "nodes of one realm ".repeat(3),
    PARLEY_WAKEUP: given.wakeup,
    PARLEY_REDIS_URL: process.env.PARLEY_REDIS_URL ?? "redis://127.0.0.1:6379",
    PARLEY_NATS_URL: process.env.PARLEY_NATS_URL ?? "nats://127.0.0.1:4222",
  };
  const { people } = await seed(configOf(settings), peopleCount);
  for (const count of given.nodes)
    for (const sendingNodes of new Set([1, count])) {
      const nodes: Node[] = [];
      try {
        while (nodes.length < count) nodes.push(await startNode(settings));
        process.stdout.write(`${await measure(nodes, people, { ...given, sendingNodes })}\n`);
      } finally {
        await Promise.all(nodes.map((node) => node.stop()));
      }
    }
};

const readSeconds = 10;

/** One server on its embedded database, with each number of processes: sends, and then reads. */
const runProcesses = async (
  folder: string,
  given: { readonly processes: readonly number[]; readonly messages: number },
): Promise<void> => {
  const settings = benchSettings(folder, undefined);
  const { people } = await seed(configOf(settings), peopleCount);
  for (const count of given.processes) {
    const server = await startNode({ ...settings, PARLEY_PROCESSES: `${count}` });
    try {
      const sends = await measure([server], people, { messages: given.messages, sendingNodes: 1 });
      const reads = await readsPerSecond(server.url, people, readSeconds);
      process.stdout.write(`${count} processes: ${reads.toFixed(0)} pages of 100 messages/s; ${sends}\n`);
    } finally {
      await server.stop();
    }
  }
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
      nodes: { type: "string", default: "1,2,3" },
      wakeup: { type: "string", default: "postgres" },
      messages: { type: "string", default: "12000" },
    },
  });
  const messages = Number(values.messages);
  const { processes } = values;
  if (processes !== undefined)
    return inFolder((folder) =>
      runProcesses(folder, { processes: processes.split(",").map(Number), messages }),
    );
  const server = process.env.DATABASE_URL;
  if (server === undefined) throw new Error("DATABASE_URL names the server for the nodes' database");
  const database = await freshDatabase(server);
  try {
    const nodes = values.nodes.split(",").map(Number);
    await inFolder((folder) => run(database.url, folder, { nodes, wakeup: values.wakeup, messages }));
  } finally {
    await database.drop();
  }
};

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
