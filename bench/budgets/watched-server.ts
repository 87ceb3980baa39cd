import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { Session } from "node:inspector";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Client } from "pg";

/** What one period cost the server. */
export interface Cost {
  /** The longest time that nobody else was served, in milliseconds. */
  readonly blocked: number;
  /**
   * The most that this thread spent in one turn of the event loop, in milliseconds: unlike the former, the same on a busy
   * machine. 0 where the system doesn't tell.
   */
  readonly turn: number;
  /** All statements together, in milliseconds. */
  readonly database: number;
  /** How many statements there were. */
  readonly count: number;
  /** What all of the process's threads spent, in milliseconds: unlike the times, the same on a busy machine. */
  readonly processor: number;
  /** The growth of resident memory, in megabytes. */
  readonly memory: number;
  /** The peak of resident memory, in megabytes. */
  readonly resident: number;
  /** The most expensive statements, with how often they ran and their total milliseconds. */
  readonly statements: readonly string[];
}

/** A server that watches itself. A request to the port in BENCH_WATCH_PORT returns the cost since the previous one. */
const resolution = 2;
const delays = monitorEventLoopDelay({ resolution });
delays.enable();
let database = 0;
let count = 0;
let spent = process.cpuUsage();
const statements = new Map<string, { readonly times: number; readonly sum: number }>();
let before = process.memoryUsage().rss;
let most = before;

const watchQueries = (): void => {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads are many
  const prototype = Client.prototype as any;
  const { query } = prototype;
  prototype.query = function watched(...given: unknown[]) {
    const began = performance.now();
    const finish = () => {
      count += 1;
      const took = performance.now() - began;
      database += took;
      const asked = given[0] as { readonly text?: string } | string;
      const text = (typeof asked === "string" ? asked : (asked.text ?? ""))
        .replace(/\s+/g, " ")
        .slice(0, 300);
      const { times, sum } = statements.get(text) ?? { times: 0, sum: 0 };
      statements.set(text, { times: times + 1, sum: sum + took });
    };
    const last = given.at(-1);
    if (typeof last === "function") {
      const counted = (...answer: unknown[]) => {
        finish();
        return last(...answer);
      };
      return query.apply(this, [...given.slice(0, -1), counted]);
    }
    const answer = query.apply(this, given);
    if (answer instanceof Promise) answer.then(finish, finish);
    return answer;
  };
};

/** Writes what the processor did since the previous call, for Chrome's developer tools. */
const profiles = process.env.BENCH_PROFILES;
const session = new Session();
if (profiles) {
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.setSamplingInterval", { interval: 200 });
  session.post("Profiler.start");
}
const writeProfile = (name: string): void => {
  if (!profiles) return;
  session.post("Profiler.stop", (_, { profile }) => {
    if (name) writeFileSync(join(profiles, `${name}.cpuprofile`), JSON.stringify(profile));
  });
  session.post("Profiler.start");
};

/** What this thread has spent so far, in milliseconds. */
const spentByThread = (): number => {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
};
let turn = 0;
let turnBegan = spentByThread();

setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
  const now = spentByThread();
  turn = Math.max(turn, now - turnBegan);
  turnBegan = now;
}, resolution).unref();

const mib = 2 ** 20;
const watch = createServer((request, response) => {
  const { user, system } = process.cpuUsage(spent);
  const cost: Cost = {
    blocked: Math.max(0, delays.max / 1e6 - resolution),
    turn,
    database,
    count,
    processor: (user + system) / 1000,
    memory: Math.max(0, most - before) / mib,
    resident: most / mib,
    statements: [...statements]
      .sort(([, a], [, b]) => b.sum - a.sum)
      .slice(0, 8)
      .map(([text, { times, sum }]) => `${times} x ${(sum / times).toFixed(1)} ms: ${text}`),
  };
  writeProfile(decodeURIComponent(request.url?.slice(1) ?? ""));
  globalThis.gc?.();
  before = process.memoryUsage().rss;
  most = before;
  database = 0;
  count = 0;
  turn = 0;
  turnBegan = spentByThread();
  spent = process.cpuUsage();
  statements.clear();
  delays.reset();
  response.end(JSON.stringify(cost));
});

watchQueries();
watch.listen(Number(process.env.BENCH_WATCH_PORT), "127.0.0.1", () => {
  if (typeof (watch.address() as AddressInfo | null)?.port !== "number") throw new Error("Nobody can watch");
  require("../../src/main.js");
});
