import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call, percentile } from "../load";
import { cpuOf } from "../processor-time";
import { bigChannel, type Person } from "../seed";
import type { ServerProcess } from "../server-process";
import { words } from "../words";
import type { Report, Way } from "./clients";

/** How a number of polling clients receive messages. */
export interface FanOut {
  /** Milliseconds from the start of a send until the last client has the message. */
  readonly p50: number;
  readonly p99: number;
  /** The server's CPU for one message to one client, in microseconds. */
  readonly cpuPerDelivery: number;
  /** The share of one core that the server uses. */
  readonly cpuShare: number;
}

/** What is sent. */
export interface Sending {
  readonly messages: number;
  /** 0 sends each message when the one before has reached everybody. */
  readonly perSecond: number;
}

/** Sent before, so that what is measured has been done before. */
const warmUp: Sending = { messages: 20, perSecond: 0 };

/** Sends a message to everybody. Returns its id. */
export const sendToAll = async (
  url: string,
  sender: Person,
  { topic = "bench", content = words } = {},
): Promise<number> => {
  const form = { type: "stream", to: bigChannel, topic, content };
  return (await call<{ readonly id: number }>(`${url}/api/v1/messages`, "POST", sender, form)).id;
};

/** Sends messages to polling clients. */
export const fanOut = async (
  server: Pick<ServerProcess, "url" | "pid">,
  sender: Person,
  people: readonly Person[],
  sending: Sending,
  way: Way = "polls",
  /** Called once all clients are waiting. */
  waitingNow: () => void = () => {},
): Promise<FanOut> => {
  const clients = fork(join(__dirname, "clients.js"));
  const lastAt = new Map<number, number>();
  let waiting: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    clients.once("exit", (code) => reject(new Error(`The clients ended with ${code}`)));
  });
  const polling = new Promise<void>((resolve) => {
    clients.on("message", (report: Report) => {
      if (report.kind === "polling") return resolve();
      lastAt.set(report.messageId, report.lastAt);
      waiting?.();
    });
  });
  const delivered = async (id: number): Promise<void> => {
    while (!lastAt.has(id))
      await new Promise<void>((resolve) => {
        waiting = resolve;
      });
  };
  /** Sends messages. Returns how long each took to reach the last client. */
  const send = async ({ messages, perSecond }: Sending): Promise<readonly number[]> => {
    const sentAt = new Map<number, number>();
    const began = performance.now();
    for (let count = 0; count < messages; count += 1) {
      const start = Number(process.hrtime.bigint()) / 1e6;
      const id = await sendToAll(server.url, sender);
      sentAt.set(id, start);
      if (perSecond === 0) await delivered(id);
      else await sleep(Math.max(0, began + ((count + 1) * 1000) / perSecond - performance.now()));
    }
    for (const id of sentAt.keys()) await delivered(id);
    return [...sentAt].map(([id, at]) => (lastAt.get(id) ?? Number.NaN) - at);
  };
  const measure = async (): Promise<FanOut> => {
    await polling;
    waitingNow();
    await send(warmUp);
    const began = performance.now();
    const cpuBefore = cpuOf(server.pid);
    const times = await send(sending);
    const cpu = cpuOf(server.pid) - cpuBefore;
    return {
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      cpuPerDelivery: (cpu * 1000) / (sending.messages * people.length),
      cpuShare: cpu / (performance.now() - began),
    };
  };
  clients.send({ url: server.url, people, way });
  try {
    return await Promise.race([measure(), ended]);
  } finally {
    ended.catch(() => {});
    clients.kill();
  }
};
