import type { ServerEvent } from "../wire/event";
import type { Registration } from "../wire/registration";

/** The state of the connection to the server. */
export type Connection = "online" | "lost";

export interface Polling {
  readonly register: () => Promise<Registration>;
  readonly fetchEvents: (
    queueId: string,
    lastEventId: number,
    signal: AbortSignal,
    /** Whether to answer at once, even without events. */
    isQuick: boolean,
  ) => Promise<readonly ServerEvent[]>;
  readonly apply: (events: readonly ServerEvent[]) => void;
  readonly restart: (registration: Registration) => void;
  readonly connection: (state: Connection) => void;
  /** Waits this many milliseconds, or less when a retry is likely to succeed. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Whether the browser knows that it has no network. */
  readonly isOffline: () => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** How the poll loop reacts to an error. */
  readonly meaning: (error: unknown) => "badQueue" | "loggedOut" | "lost";
  /** Whether another window polls from now on. */
  readonly isOver: () => boolean;
}

/** Longer than the server holds a request without events. */
const longestPoll = 120_000;
/** In busy organizations events are collected for this long: each answer costs a redraw, however many events it has. */
const shortestInterval = 120;
const firstWait = 1000;
const longestWait = 30_000;

/** Polls a queue for events until the server refuses the session or it is over; registers again when the queue has expired. */
export const poll = async (
  first: Pick<Registration, "queue_id" | "last_event_id">,
  polling: Polling,
): Promise<void> => {
  let { queue_id: queueId, last_event_id: lastEventId } = first;
  let failures = 0;
  let wasRefused = false;
  const next = async (): Promise<void> => {
    const startedAt = polling.now();
    const signal = AbortSignal.timeout(longestPoll);
    // After a failure, a quick answer shows at once that the connection is back.
    const events = await polling.fetchEvents(queueId, lastEventId, signal, failures > 0);
    lastEventId = events.reduce((last, { id }) => Math.max(last, id ?? last), lastEventId);
    polling.apply(events);
    const left = startedAt + shortestInterval - polling.now();
    if (left > 0) await polling.pause(left);
  };
  const registerAgain = async (): Promise<void> => {
    const registration = await polling.register();
    ({ queue_id: queueId, last_event_id: lastEventId } = registration);
    polling.restart(registration);
  };
  let step = next;
  while (!polling.isOver())
    try {
      await step();
      if (failures > 0) polling.connection("online");
      // A new queue counts as working once it delivers events.
      if (step === next) failures = 0;
      step = next;
      wasRefused = false;
    } catch (error) {
      if (polling.isOver()) return;
      const meaning = polling.meaning(error);
      if (meaning === "loggedOut") {
        if (wasRefused) return;
        // Another page of this browser may be replacing the expired session at this moment.
        wasRefused = true;
        await polling.wait(firstWait);
        continue;
      }
      failures += 1;
      if (meaning === "badQueue") {
        step = registerAgain;
        if (failures === 1) continue;
      }
      if (failures > 1 || polling.isOffline()) polling.connection("lost");
      const goesOnAt = polling.now() + Math.min(firstWait * 2 ** (failures - 1), longestWait);
      await polling.wait(goesOnAt - polling.now());
      // Something has changed: if it isn't quite there yet, it needn't take as long again.
      if (polling.now() < goesOnAt) failures = 1;
    }
};
