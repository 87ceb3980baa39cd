import type { ServerEvent } from "./event";
import type { Registration } from "./registration";

/** How it stands with the server. */
export type Connection = "online" | "lost" | "loggedOut";

export interface Polling {
  readonly register: () => Promise<Registration>;
  readonly fetchEvents: (
    queueId: string,
    lastEventId: number,
    signal: AbortSignal,
  ) => Promise<readonly ServerEvent[]>;
  readonly apply: (events: readonly ServerEvent[]) => void;
  readonly restart: (registration: Registration) => void;
  readonly connection: (state: Connection) => void;
  /** Waits so many milliseconds, or less where there is reason to hope again. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** What an error means. */
  readonly meaning: (error: unknown) => "badQueue" | "loggedOut" | "lost";
}

/** Longer than the server holds a request that has nothing to tell. */
const longestPoll = 120_000;
/** Where much is said, events are gathered for so long: each answer costs a redraw, however much is in it. */
const apart = 120;
const firstWait = 1000;
const longestWait = 30_000;

/** Takes in events of a queue for as long as somebody is logged in; registers anew where the queue is gone. */
export const poll = async (
  first: Pick<Registration, "queue_id" | "last_event_id">,
  polling: Polling,
): Promise<void> => {
  let { queue_id: queueId, last_event_id: lastEventId } = first;
  let failures = 0;
  let wasRefused = false;
  const next = async (): Promise<void> => {
    const begun = polling.now();
    const events = await polling.fetchEvents(queueId, lastEventId, AbortSignal.timeout(longestPoll));
    lastEventId = events.reduce((last, { id }) => Math.max(last, id ?? last), lastEventId);
    polling.apply(events);
    const left = begun + apart - polling.now();
    if (left > 0) await polling.pause(left);
  };
  const again = async (): Promise<void> => {
    const registration = await polling.register();
    ({ queue_id: queueId, last_event_id: lastEventId } = registration);
    polling.restart(registration);
  };
  let step = next;
  for (;;)
    try {
      await step();
      if (failures > 0) polling.connection("online");
      // A new queue proves itself by its first events.
      if (step === next) failures = 0;
      step = next;
      wasRefused = false;
    } catch (error) {
      const meaning = polling.meaning(error);
      if (meaning === "loggedOut") {
        if (wasRefused) return polling.connection("loggedOut");
        // Another page of this browser may just get the session that takes the place of the one that ended.
        wasRefused = true;
        await polling.wait(firstWait);
        continue;
      }
      failures += 1;
      if (meaning === "badQueue") {
        step = again;
        if (failures === 1) continue;
      }
      if (failures > 1) polling.connection("lost");
      await polling.wait(Math.min(firstWait * 2 ** (failures - 1), longestWait));
    }
};
