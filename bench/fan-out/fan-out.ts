import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../load";
import { cpuOf } from "../processor-time";
import type { Person } from "../seed";
import type { ServerProcess } from "../server-process";
import { type Change, message } from "./changes";
import type { Polling, Report, Way } from "./clients";

/** How a number of clients receive changes. */
export interface FanOut {
  /** Milliseconds from the start of a request until the last client has the event. */
  readonly p50: number;
  readonly p99: number;
  /** The server's CPU for one event to one client, in microseconds. */
  readonly cpuPerDelivery: number;
  /** The share of one core that the server uses. */
  readonly cpuShare: number;
}

/** What is sent. */
export interface Sending {
  readonly messages: number;
  /** 0 sends each message when the one before has reached everybody. */
  readonly perSecond: number;
  /** What is done instead of sending messages. */
  readonly change?: Change;
}

/** Sent before, so that what is measured has been done before. */
export const warmUp = 20;

const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Sends messages, or makes other changes, to waiting clients. */
export const fanOut = async (
  server: Pick<ServerProcess, "url" | "pid">,
  sender: Person,
  people: readonly Person[],
  { messages, perSecond, change = message }: Sending,
  way: Way = "polls",
  /** Called once all clients are waiting. */
  waitingNow: () => void = () => {},
): Promise<FanOut> => {
  const clients = fork(join(__dirname, "clients.js"));
  /** When the last client had each event. All clients receive them in the same order. */
  const lastAt: number[] = [];
  let waiting: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    clients.once("exit", (code) => reject(new Error(`The clients ended with ${code}`)));
  });
  const polling = new Promise<void>((resolve) => {
    clients.on("message", (report: Report) => {
      if (report.kind === "polling") return resolve();
      lastAt.push(report.lastAt);
      waiting?.();
    });
  });
  const delivered = async (count: number): Promise<void> => {
    while (lastAt.length < count)
      await new Promise<void>((resolve) => {
        waiting = resolve;
      });
  };
  /** Makes changes. Returns how long each took to reach the last client. */
  const make = async (
    next: () => Promise<unknown>,
    count: number,
    rate: number,
  ): Promise<readonly number[]> => {
    const before = lastAt.length;
    const madeAt: number[] = [];
    const began = performance.now();
    while (madeAt.length < count) {
      madeAt.push(now());
      await next();
      if (rate === 0) await delivered(before + madeAt.length);
      else await sleep(Math.max(0, began + (madeAt.length * 1000) / rate - performance.now()));
    }
    await delivered(before + count);
    return madeAt.map((at, index) => (lastAt[before + index] ?? Number.NaN) - at);
  };
  const measure = async (): Promise<FanOut> => {
    const next = await change.prepare(server.url, sender, warmUp + messages);
    const asked: Polling = { url: server.url, people, way, eventType: change.eventType };
    clients.send(asked);
    await polling;
    waitingNow();
    await make(next, warmUp, 0);
    const began = performance.now();
    const cpuBefore = cpuOf(server.pid);
    const times = await make(next, messages, perSecond);
    const cpu = cpuOf(server.pid) - cpuBefore;
    return {
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      cpuPerDelivery: (cpu * 1000) / (messages * people.length),
      cpuShare: cpu / (performance.now() - began),
    };
  };
  try {
    return await Promise.race([measure(), ended]);
  } finally {
    ended.catch(() => {});
    clients.kill();
  }
};
