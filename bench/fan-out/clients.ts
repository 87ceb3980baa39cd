import { call } from "../load";
import type { Person } from "../seed";
import { Poller } from "./poller";
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

interface Registered {
  readonly queue_id: string;
  readonly last_event_id: number;
}

const registeredAtOnce = 10;

const registrations = async ({ url, people }: Polling): Promise<Registered[]> => {
  const registered: Registered[] = [];
  for (let first = 0; first < people.length; first += registeredAtOnce)
    registered.push(
      ...(await Promise.all(
        people.slice(first, first + registeredAtOnce).map((person) =>
          call<Registered>(`${url}/api/v1/register`, "POST", person, {
            event_types: '["message"]',
            fetch_event_types: "[]",
            apply_markdown: "true",
          }),
        ),
      )),
    );
  return registered;
};

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
  const registered = await registrations(polling);
  registered.forEach(({ queue_id, last_event_id }, index) => {
    const person = polling.people[index];
    const Client = polling.way === "polls" ? Poller : StreamReader;
    if (person) new Client(polling.url, person, queue_id, last_event_id, received, failed);
  });
  setTimeout(() => report({ kind: "polling" }), 1000);
});
