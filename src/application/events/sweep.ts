import { longestIdleMilliseconds } from "../../domain/session";
import type { Clock } from "../ports/clock";
import type { EventLog } from "../ports/event-log";
import type { EventQueueStore } from "../ports/event-queue-store";
import type { SessionStore } from "../ports/session-store";
import type { WorkFinder } from "../ports/work-finder";
import type { PresenceBoard } from "../presence/presence-board";
import type { LiveQueues } from "./live-queues";
import { settleHeld } from "./settle-held";

interface Ports {
  readonly liveQueues: LiveQueues;
  readonly queueStore: EventQueueStore;
  readonly eventLog: EventLog;
  readonly workFinder: WorkFinder;
  readonly presence: PresenceBoard;
  readonly sessions: SessionStore;
  readonly clock: Clock;
}

/** Other nodes follow the log too, so its newest part stays even when every queue has it. */
const keptMilliseconds = 3_600_000;
/** A busy realm's log is shortened every so often, not with every sweep. */
const shortenEvery = 300_000;
const batchSize = 1000;
/** Logs shortened in one statement, which blocks these realms' commits for a few milliseconds. */
const logsAtOnce = 20;

/**
 * Drops idle queues and sessions, and the events that every queue has passed. Any node may do it, and any number at
 * once: each statement passes over the rows that another one holds.
 */
export const sweep = (ports: Ports) => async (): Promise<void> => {
  const { liveQueues, queueStore, sessions, clock } = ports;
  await settleHeld(ports)();
  const now = clock.now();
  while ((await sessions.removeIdle(now - longestIdleMilliseconds, batchSize)) === batchSize);
  for (let dropped = batchSize; dropped === batchSize; ) {
    const ids = await queueStore.removeIdle(now, batchSize);
    liveQueues.dropAll(ids);
    dropped = ids.length;
  }
  await shortenLogs(ports, now - keptMilliseconds);
};

const shortenLogs = async ({ workFinder, eventLog }: Ports, loggedBefore: number): Promise<void> => {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const passed = await workFinder.passedLogs(loggedBefore - shortenEvery, after, batchSize);
    for (let first = 0; first < passed.length; first += logsAtOnce)
      await eventLog.forget(passed.slice(first, first + logsAtOnce), loggedBefore);
    after = passed.length === batchSize ? passed.at(-1)?.realmId : undefined;
  }
};
