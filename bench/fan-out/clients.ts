import type { Person } from "../seed";
import { Poller } from "./poller";
import { registerAll } from "./registrations";
import { StreamReader } from "./stream-reader";

/** How clients receive events. */
export type Way = "polls" | "streams";

/** What the client process is asked to do. */
export interface Polling {
  readonly url: string;
  readonly people: readonly Person[];
  readonly way: Way;
}

/** What it reports: that all poll, or that every one of them has a message. Times are those of `process.hrtime`, in ms. */
export type Report =
  | { readonly kind: "polling" }
  | { readonly kind: "delivered"; readonly messageId: number; readonly lastAt: number };

const report = (what: Report): void => {
  process.send?.(what);
};

process.once("message", async (polling: Polling) => {
  const left = new Map<number, number>();
  const received = (messageId: number): void => {
    const missing = (left.get(messageId) ?? polling.people.length) - 1;
    left.set(messageId, missing);
    if (missing > 0) return;
    left.delete(messageId);
    report({ kind: "delivered", messageId, lastAt: Number(process.hrtime.bigint()) / 1e6 });
  };
  const failed = (error: Error): void => {
    console.error(error);
    process.exit(1);
  };
  const registered = await registerAll(polling.url, polling.people);
  registered.forEach(({ queue_id, last_event_id }, index) => {
    const person = polling.people[index];
    const Client = polling.way === "polls" ? Poller : StreamReader;
    if (person) new Client(polling.url, person, queue_id, last_event_id, received, failed);
  });
  setTimeout(() => report({ kind: "polling" }), 1000);
});
