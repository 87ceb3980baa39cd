import { fork } from "node:child_process";
import { join } from "node:path";
import { call, percentile } from "../load";
import { cpuOf } from "../processor-time";
import { bigChannel, type Person } from "../seed";
import type { ServerProcess } from "../server-process";
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

/** Sends messages to polling clients at a rate per second; 0 sends each when the one before has reached everybody. */
export const fanOut = async (
  server: ServerProcess,
  sender: Person,
  people: readonly Person[],
  { messages, perSecond }: { readonly messages: number; readonly perSecond: number },
  way: Way = "polls",
  /** Called once all clients are waiting. */
  waitingNow: () => void = () => {},
): Promise<FanOut> => {
  const clients = fork(join(__dirname, "clients.js"));
  const lastAt = new Map<number, number>();
  let waiting: (() => void) | undefined;
  const polling = new Promise<void>((resolve, reject) => {
    clients.on("message", (report: Report) => {
      if (report.kind === "polling") return resolve();
      lastAt.set(report.messageId, report.lastAt);
      waiting?.();
    });
    clients.once("exit", (code) => reject(new Error(`The clients ended with ${code}`)));
  });
  clients.send({ url: server.url, people, way });
  await polling;
  waitingNow();
  const delivered = async (id: number): Promise<void> => {
    while (!lastAt.has(id))
      await new Promise<void>((resolve) => {
        waiting = resolve;
      });
  };
  const sentAt = new Map<number, number>();
  const began = performance.now();
  const cpuBefore = cpuOf(server.pid);
  for (let count = 0; count < messages; count += 1) {
    const start = Number(process.hrtime.bigint()) / 1e6;
    const { id } = await call<{ id: number }>(`${server.url}/api/v1/messages`, "POST", sender, {
      type: "stream",
      to: bigChannel,
      topic: "bench",
      content: "The quick brown fox jumps over the lazy dog, and **nobody** is surprised any more.",
    });
    sentAt.set(id, start);
    if (perSecond === 0) await delivered(id);
    else {
      const next = began + ((count + 1) * 1000) / perSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
  }
  for (const id of sentAt.keys()) await delivered(id);
  const took = performance.now() - began;
  const cpu = cpuOf(server.pid) - cpuBefore;
  clients.removeAllListeners("exit").kill();
  const times = [...sentAt].map(([id, at]) => (lastAt.get(id) ?? Number.NaN) - at);
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuPerDelivery: (cpu * 1000) / (messages * people.length),
    cpuShare: cpu / took,
  };
};
