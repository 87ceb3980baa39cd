import { Poller } from "../fan-out/poller";
import type { ReceivedEvent } from "../fan-out/received-event";
import { StreamReader } from "../fan-out/stream-reader";
import type { Person } from "../seed";
import { inTurns, requestsTo } from "./world";

/** Clients that receive messages, and count them. */
export interface Receivers {
  readonly received: number;
  /** Resolves when they have received this many altogether. */
  have(count: number): Promise<void>;
  end(): void;
}

const pollSeconds = 0.05;

/** Opens a queue for each person, and waits for events on a connection each. */
export const openReceivers = async (
  url: string,
  people: readonly Person[],
  way: "polls" | "streams",
): Promise<Receivers> => {
  const { openQueue } = requestsTo(url);
  const Client = way === "polls" ? Poller : StreamReader;
  const clients: { end(): void }[] = [];
  let received = 0;
  let failure: Error | undefined;
  await inTurns(people.length, 8, async (index) => {
    const person = people[index];
    if (person === undefined) return;
    const { queue_id, last_event_id } = await openQueue(person);
    const count = ({ message }: ReceivedEvent): void => {
      if (message) received += 1;
    };
    const fail = (error: Error): void => {
      failure = error;
    };
    clients.push(new Client(url, person, queue_id, last_event_id, count, fail));
  });
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pollSeconds * 1000));
  return {
    get received() {
      return received;
    },
    have: async (count) => {
      while (received < count) {
        if (failure) throw failure;
        await pause();
      }
    },
    end: () => {
      for (const client of clients) client.end();
    },
  };
};
