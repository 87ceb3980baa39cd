import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ToPrimary, WorkerStart } from "../../src/composition/processes/messages";
import {
  build,
  endAll,
  environment,
  firstRealm,
  newDataDir,
  ownerPassword,
  Program,
} from "../support/program/child-server";
import { type PersistentConnection, persistentConnection } from "../support/program/persistent-connection";

jest.setTimeout(300_000);

let folder: ReturnType<typeof newDataDir>;
const programs: Program[] = [];
const connections: PersistentConnection[] = [];
const run = (more: NodeJS.ProcessEnv = {}): Program => {
  const program = Program.run(
    "main",
    environment(folder.path, { ...firstRealm, PARLEY_PROCESSES: "2", ...more }),
  );
  programs.push(program);
  return program;
};
beforeAll(build);
beforeEach(() => {
  folder = newDataDir();
});
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  await endAll(programs.splice(0));
  folder.remove();
});

const connect = (url: string, authorization?: string, client?: string): PersistentConnection => {
  const connection = persistentConnection(url, {
    ...(authorization !== undefined && { authorization }),
    ...(client !== undefined && { "X-Forwarded-For": client }),
  });
  connections.push(connection);
  return connection;
};

const owner = firstRealm.PARLEY_OWNER_EMAIL;
const loginAt = async (url: string): Promise<string> => {
  const connection = connect(url);
  const fields = { username: owner, password: ownerPassword };
  const { body } = await connection.call("POST", "/api/v1/fetch_api_key", fields);
  connection.close();
  return `Basic ${Buffer.from(`${owner}:${body.api_key}`).toString("base64")}`;
};

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await sleep(20);
};

const commandLine = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};
const isWorker = (pid: number): boolean => commandLine(pid).includes("worker.js");
const workersOf = ({ child }: Program): readonly number[] =>
  readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number)
    .filter(isWorker);

interface Event {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly id: number };
}

/** A client that polls a queue, on a connection of its own, and polls again when a poll fails. */
class Poller {
  readonly events: Event[] = [];
  readonly refusals: unknown[] = [];
  isOver = false;
  private queueId: unknown;

  constructor(private readonly connection: PersistentConnection) {}

  async register(): Promise<this> {
    const fields = { event_types: '["message","restart"]' };
    const { body } = await this.connection.call("POST", "/api/v1/register", fields);
    this.queueId = body.queue_id;
    return this;
  }

  async poll(): Promise<void> {
    const fields = { queue_id: this.queueId, last_event_id: this.events.at(-1)?.id ?? -1 };
    const { status, body } = await this.connection.call("GET", "/api/v1/events", fields);
    if (status === 200) this.events.push(...(body.events as readonly Event[]));
    else this.refusals.push(body);
  }

  /** Polls until it is stopped. `failed` takes the errors of connections. */
  async follow(failed: (error: unknown) => void): Promise<void> {
    while (!this.isOver)
      await this.poll().catch(async (error) => {
        failed(error);
        await sleep(20);
      });
  }

  get messages(): readonly number[] {
    return this.events.flatMap(({ message }) => (message ? [message.id] : []));
  }
}

const send = async (connection: PersistentConnection, content: string): Promise<number> => {
  const fields = { type: "channel", to: "general", topic: "work", content };
  const { status, body } = await connection.call("POST", "/api/v1/messages", fields);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.id as number;
};

/** Sends one message after another until it is stopped, with a pause in milliseconds. */
const sender = (connection: PersistentConnection, failed: (error: unknown) => void, pause = 0) => {
  const acknowledged: number[] = [];
  const sending = { isOver: false, acknowledged, ended: Promise.resolve() };
  const go = async (): Promise<void> => {
    for (let count = 1; !sending.isOver; count += 1) {
      await send(connection, `message ${count}`).then(
        (id) => acknowledged.push(id),
        async (error) => {
          failed(error);
          await sleep(20);
        },
      );
      if (pause > 0) await sleep(pause);
    }
  };
  sending.ended = go();
  return sending;
};

const increases = (numbers: readonly number[]): boolean =>
  numbers.every((one, index) => index === 0 || one > (numbers[index - 1] ?? 0));

test("two workers share the port, and people on both talk; metrics count both", async () => {
  const server = run({ PARLEY_METRICS_PORT: "0", PARLEY_LOG_LEVEL: "info" });
  const url = await server.url();
  expect(workersOf(server)).toHaveLength(2);
  const login = await loginAt(url);
  const here = await new Poller(connect(url, login)).register();
  const there = await new Poller(connect(url, login)).register();
  const ids: number[] = [];
  for (const content of ["one", "two", "three"]) {
    const polls = Promise.all([here.poll(), there.poll()]);
    const connection = connect(url, login);
    ids.push(await send(connection, content));
    await polls;
  }
  await until(async () => {
    if (here.messages.length < 3) await here.poll();
    if (there.messages.length < 3) await there.poll();
    return here.messages.length === 3 && there.messages.length === 3;
  });
  expect([here.messages, there.messages]).toEqual([ids, ids]);
  expect([...here.events, ...there.events].filter(({ type }) => type !== "message")).toEqual([]);

  for (const path of ["/health", "/ready"])
    for (const connection of [connect(url), connect(url)])
      expect((await connection.call("GET", path)).status).toBe(200);
  const address = /Metrics are at ([^"]+)/.exec(server.printed)?.[1] ?? "";
  const metrics = await (await fetch(address)).text();
  expect(metrics).toContain(
    'parley_http_request_seconds_count{method="post",endpoint="/messages",status="200"} 3',
  );
  expect(metrics).toMatch(/^parley_event_queues_held 2$/m);
  expect(metrics).toMatch(/^parley_realms_held 2$/m);

  const leaving = new AbortController();
  for (const connection of [connect(url, login), connect(url, login)]) {
    const { body } = await connection.call("POST", "/api/v1/register", { event_types: '["message"]' });
    const query = `queue_id=${body.queue_id}&last_event_id=${body.last_event_id}`;
    const headers = { authorization: login };
    await fetch(`${url}/api/v1/events/stream?${query}`, { headers, signal: leaving.signal });
  }
  const exposed = async (line: string): Promise<boolean> =>
    (await (await fetch(address)).text()).split("\n").includes(line);
  await until(() => exposed('parley_requests_in_progress{class="stream"} 2'));
  leaving.abort();
  await until(() => exposed('parley_requests_in_progress{class="stream"} 0'));
  const left = 'parley_http_request_seconds_count{method="get",endpoint="/events/stream",status="aborted"} 2';
  expect(await exposed(left)).toBe(true);
  expect(await exposed("parley_commit_conflicts_total 0")).toBe(true);
  expect(server.printed.match(/Created organization/g)).toHaveLength(1);
});

test("no counter falls when a worker freezes, goes on or is killed, and a frozen one doesn't look healthy", async () => {
  const server = run({ PARLEY_METRICS_PORT: "0", PARLEY_LOG_LEVEL: "info" });
  const url = await server.url();
  const login = await loginAt(url);
  // Each new connection goes to the worker that has the fewest.
  for (const connection of [connect(url, login), connect(url, login)]) await send(connection, "hello");
  const address = /Metrics are at ([^"]+)/.exec(server.printed)?.[1] ?? "";
  const scrape = async (): Promise<readonly number[]> => {
    const text = await (await fetch(address)).text();
    return [
      "process_cpu_seconds_total",
      "commit_events_sum",
      "wakeup_connections_total",
      "wakeup_bus_heard",
      "heads_compared_seconds_ago",
    ].map((name) => Number(new RegExp(`^parley_${name} (.*)$`, "m").exec(text)?.[1]));
  };
  const both = await scrape();
  const [frozen = 0, killed = 0] = workersOf(server);
  process.kill(frozen, "SIGSTOP");
  await sleep(1500);
  const meanwhile = await scrape();
  process.kill(frozen, "SIGCONT");
  const afterwards = await scrape();
  await until(async () => ((await scrape())[4] ?? 0) < 1.5);
  process.kill(killed, "SIGKILL");
  await until(() => !isWorker(killed));
  const alone = await scrape();
  await until(async () => workersOf(server).length === 2 && (await scrape())[3] === 1);
  const all = [both, meanwhile, afterwards, alone, await scrape()];
  for (const index of [0, 1, 2]) {
    const values = all.map((one) => one[index] ?? Number.NaN);
    expect(values).toEqual(values.toSorted((one, other) => one - other));
  }
  expect([both[3], meanwhile[3], afterwards[3]]).toEqual([1, 0, 1]);
  expect(meanwhile[4]).toBeGreaterThan(1.5);
});

test("a worker that is killed loses nothing that was acknowledged, its polls go on, and another takes its place", async () => {
  const server = run({ PARLEY_LOG_LEVEL: "silent" });
  const url = await server.url();
  const login = await loginAt(url);
  const pollers = await Promise.all(
    Array.from({ length: 6 }, () => new Poller(connect(url, login)).register()),
  );
  const broken: unknown[] = [];
  const follows = pollers.map((poller) => poller.follow((error) => broken.push(error)));
  const senders = Array.from({ length: 4 }, () => sender(connect(url, login), (error) => broken.push(error)));
  const sent = () => senders.flatMap(({ acknowledged }) => acknowledged);
  await until(() => senders.every(({ acknowledged }) => acknowledged.length >= 5));

  const [killed = 0, kept = 0] = workersOf(server);
  const before = sent().length;
  process.kill(killed, "SIGKILL");
  await until(() => sent().length > before + 50);
  await until(() => workersOf(server).length === 2);
  for (const one of senders) one.isOver = true;
  await Promise.all(senders.map(({ ended }) => ended));
  // Requests that only heartbeats would answer hang too long.
  const all = sent();
  await until(() => pollers.every(({ messages }) => all.every((id) => messages.includes(id))));
  expect(pollers.flatMap(({ events }) => events.filter(({ type }) => type !== "message"))).toEqual([]);
  expect(pollers.map(({ messages }) => increases(messages))).toEqual(pollers.map(() => true));
  expect(pollers.flatMap(({ refusals }) => refusals)).toEqual([]);
  expect(broken.length).toBeGreaterThan(0);
  expect(workersOf(server)).toContain(kept);
  expect(workersOf(server)).not.toContain(killed);

  for (const poller of pollers) poller.isOver = true;
  await send(connect(url, login), "the last one");
  await Promise.all(follows);
});

test.each(["1", "2"])(
  "SIGTERM under load, with PARLEY_PROCESSES=%s, answers every request and ends polls, and clients learn of the restart",
  async (count) => {
    const first = run({ PARLEY_PROCESSES: count });
    const url = await first.url();
    const login = await loginAt(url);
    const pollers = await Promise.all(
      Array.from({ length: 6 }, () => new Poller(connect(url, login)).register()),
    );
    const failures: { code?: string }[] = [];
    const failed = (error: unknown) => failures.push(error as { code?: string });
    const follows = pollers.map((poller) => poller.follow(failed));
    const senders = Array.from({ length: 8 }, (_, index) => sender(connect(url, login), failed, index * 10));
    await until(() => senders.every(({ acknowledged }) => acknowledged.length >= 5));
    expect(failures).toEqual([]);

    first.child.kill("SIGTERM");
    expect(await first.ended).toMatchObject({ code: 0 });
    for (const one of [...senders, ...pollers]) one.isOver = true;
    await Promise.all([...senders.map(({ ended }) => ended), ...follows]);
    // Nobody was cut off. Who came later met a closed port.
    expect([...new Set(failures.map(({ code }) => code))].filter((code) => code !== "ECONNREFUSED")).toEqual(
      [],
    );
    expect(pollers.flatMap(({ refusals }) => refusals)).toEqual([]);

    const second = run({ PARLEY_PROCESSES: count, PARLEY_PORT: new URL(url).port });
    await second.url();
    const all = senders.flatMap(({ acknowledged }) => acknowledged);
    for (const poller of pollers) {
      await until(async () => {
        await poller.poll();
        return poller.events.some(({ type }) => type === "restart");
      });
      expect(all.filter((id) => !poller.messages.includes(id))).toEqual([]);
    }
    expect((await second.kill("SIGTERM")).code).toBe(0);
  },
);

test("the primary's death ends the workers, and the next start takes over", async () => {
  const first = run();
  await first.url();
  const workers = workersOf(first);
  expect(workers).toHaveLength(2);
  await first.kill("SIGKILL");
  await until(() => !workers.some(isWorker));
  const second = run();
  expect((await connect(await second.url()).call("GET", "/ready")).status).toBe(200);
});

test("the limit on connections of a network counts those of all workers", async () => {
  const server = run({ PARLEY_CONNECTIONS_PER_NETWORK: "3", PARLEY_TRUSTED_PROXIES: "10.0.0.1" });
  const url = await server.url();
  const held = [connect(url), connect(url), connect(url)];
  for (const one of held) expect((await one.call("GET", "/health")).status).toBe(200);
  expect((await connect(url).call("GET", "/health")).status).toBe(429);
  held[0]?.close();
  await until(async () => (await connect(url).call("GET", "/health")).status === 200);
});

test("the limit on requests of a network through a proxy is shared by all workers", async () => {
  const server = run({ PARLEY_CONNECTIONS_PER_NETWORK: "4" });
  const url = await server.url();
  const login = await loginAt(url);
  const clients = Array.from({ length: 4 }, () => connect(url, login, "203.0.113.7"));
  const pollers: Poller[] = [];
  for (const client of clients) pollers.push(await new Poller(client).register());
  const polls = pollers.map((poller) => poller.poll());
  const late = connect(url, login, "203.0.113.7");
  await until(async () => (await late.call("GET", "/api/v1/users/me")).status === 429);
  const other = connect(url, login, "198.51.100.7");
  expect((await other.call("GET", "/api/v1/users/me")).status).toBe(200);
  await send(other, "that was all");
  await Promise.all(polls);
});

test("a port in use is refused with one line, and nothing is left running", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const address = taken.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const ended = await run({ PARLEY_PORT: `${port}` }).ended;
  expect(ended.code).toBe(1);
  expect(ended.output).toMatch(
    new RegExp(`parley: PARLEY_PORT ${port} is in use by another program on 127.0.0.1\\n$`),
  );
  taken.close();
});

test("SIGTERM while workers start stops everything", async () => {
  const server = run();
  await until(() => workersOf(server).length > 0);
  expect((await server.kill("SIGTERM")).code).toBe(0);
});

test("a worker that is asked to stop before it has loaded starts nothing", async () => {
  const worker = fork(join(__dirname, "..", "..", "dist", "src", "worker.js"), {
    env: environment(folder.path),
    serialization: "advanced",
  });
  const lines: string[] = [];
  worker.on("message", ({ kind }: ToPrimary) => lines.push(kind));
  const connection = { host: "127.0.0.1", port: 1, user: "nobody", database: "none" };
  const run = { startedAt: 1, webBuild: null };
  const beginning: WorkerStart = { connection, number: 1, run, printsFirstSteps: false };
  worker.send({ kind: "begin", beginning });
  worker.send({ kind: "stop" });
  const [code] = await once(worker, "exit");
  expect([code, lines]).toEqual([0, []]);
});
