import { positionOf, receivedUpTo } from "../../src/domain/queues/event-queue";
import type { Person } from "../seed";
import { Poller } from "./poller";
import type { ReceivedEvent } from "./received-event";
import { registerAll } from "./registrations";
import { StreamReader } from "./stream-reader";

/** How clients receive events. */
export type Way = "polls" | "streams";

/** What the client process is asked to do. */
export interface Polling {
  readonly url: string;
  readonly people: readonly Person[];
  readonly way: Way;
  /** The type of events that they receive. */
  readonly eventType: string;
}

/** What it reports: that all poll, or that every one of them has the next event. Times are those of `process.hrtime`, in ms. */
export type Report = { readonly kind: "polling" } | { readonly kind: "delivered"; readonly lastAt: number };

const report = (what: Report): void => {
  process.send?.(what);
};

process.once("message", async (polling: Polling) => {
  const left = new Map<number, number>();
  const received = ({ id, type }: ReceivedEvent): void => {
    // Of a change that is several events, only the last one counts. The ids of a bare server are small, and have no position.
    const isLast = positionOf(id) === 0 || receivedUpTo(id) === positionOf(id);
    if (type !== polling.eventType || !isLast) return;
    const missing = (left.get(id) ?? polling.people.length) - 1;
    left.set(id, missing);
    if (missing > 0) return;
    left.delete(id);
    report({ kind: "delivered", lastAt: Number(process.hrtime.bigint()) / 1e6 });
  };
  const failed = (error: Error): void => {
    console.error(error);
    process.exit(1);
  };
  const registered = await registerAll(polling.url, polling.people, polling.eventType);
  registered.forEach(({ queue_id, last_event_id }, index) => {
    const person = polling.people[index];
    const Client = polling.way === "polls" ? Poller : StreamReader;
    if (person) new Client(polling.url, person, queue_id, last_event_id, received, failed);
  });
  setTimeout(() => report({ kind: "polling" }), 1000);
});
