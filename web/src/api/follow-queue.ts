import type { ServerEvent } from "../wire/event";
import type { Registration } from "../wire/registration";

/** The state of the connection to the server. */
export type Connection = "online" | "lost";

export interface Following {
  readonly register: () => Promise<Registration>;
  readonly fetchEvents: (
    queueId: string,
    lastEventId: number,
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
  /** Whether nobody can see the window. Browsers draw nothing then, and may let timers run only once a minute. */
  readonly isHidden: () => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** How the loop reacts to an error. */
  readonly meaning: (error: unknown) => "badQueue" | "loggedOut" | "lost";
  /** Whether another window follows the queue from now on. */
  readonly isOver: () => boolean;
}

/** In busy organizations events are collected for this long: applying them costs a redraw, however many they are. */
const shortestInterval = 120;
const firstWait = 1000;
const longestWait = 30_000;

/** Applies the events of a queue until the server refuses the session or it is over; registers again when the queue has expired. */
export const followQueue = async (
  first: Pick<Registration, "queue_id" | "last_event_id">,
  following: Following,
): Promise<void> => {
  let { queue_id: queueId, last_event_id: lastEventId } = first;
  let failures = 0;
  let wasRefused = false;
  const next = async (): Promise<void> => {
    const startedAt = following.now();
    // After a failure, a quick answer shows at once that the connection is back.
    const events = await following.fetchEvents(queueId, lastEventId, failures > 0);
    lastEventId = events.reduce((last, { id }) => Math.max(last, id ?? last), lastEventId);
    following.apply(events);
    const left = startedAt + shortestInterval - following.now();
    // The clock may have been set back meanwhile.
    if (left > 0 && !following.isHidden()) await following.pause(Math.min(left, shortestInterval));
  };
  const registerAgain = async (): Promise<void> => {
    const registration = await following.register();
    ({ queue_id: queueId, last_event_id: lastEventId } = registration);
    following.restart(registration);
  };
  let step = next;
  while (!following.isOver())
    try {
      await step();
      if (failures > 0) following.connection("online");
      // A new queue counts as working once it delivers events.
      if (step === next) failures = 0;
      step = next;
      wasRefused = false;
    } catch (error) {
      if (following.isOver()) return;
      const meaning = following.meaning(error);
      if (meaning === "loggedOut") {
        if (wasRefused) return;
        // Another page of this browser may be replacing the expired session at this moment.
        wasRefused = true;
        await following.wait(firstWait);
        continue;
      }
      failures += 1;
      if (meaning === "badQueue") {
        step = registerAgain;
        if (failures === 1) continue;
      }
      if (failures > 1 || following.isOffline()) following.connection("lost");
      const goesOnAt = following.now() + Math.min(firstWait * 2 ** (failures - 1), longestWait);
      await following.wait(goesOnAt - following.now());
      // Something has changed: if it isn't quite there yet, it needn't take as long again.
      if (following.now() < goesOnAt) failures = 1;
    }
};
