import type { RealmId } from "../../domain/ids";
import { longestIdleMilliseconds } from "../../domain/sessions/session";
import { millisecondsIn } from "../../domain/units/time";
import { Pace } from "../admission/pace";
import type { EventLog } from "../ports/events/event-log";
import type { EventQueueStore } from "../ports/events/event-queue-store";
import type { WorkFinder } from "../ports/jobs/work-finder";
import type { SessionStore } from "../ports/login/session-store";
import type { Clock } from "../ports/system/clock";
import type { LiveQueues } from "../queues/live-queues";

interface Ports {
  readonly liveQueues: LiveQueues;
  readonly queueStore: EventQueueStore;
  readonly eventLog: EventLog;
  readonly workFinder: WorkFinder;
  readonly sessions: SessionStore;
  readonly clock: Clock;
}

/** Other nodes follow the log too, so its newest part stays even when every queue has passed it. */
const retainedMilliseconds = millisecondsIn.hour;
/** A busy realm's log is pruned at this interval, not with every sweep. */
const shortenEvery = 300_000;
const batchSize = 1000;
/**
 * How far the stored times of queues may lag behind: each node writes when its clients last asked once a minute, and holds a queue
 * in memory for up to three minutes after that.
 */
const unsettledMilliseconds = 3 * millisecondsIn.minute;
/** Logs pruned in one statement, which blocks these realms' commits for a few milliseconds. */
const logsAtOnce = 20;

/**
 * Deletes idle queues and sessions, and the events that every queue has passed. Any number of nodes may do it
 * at once: each statement skips rows locked by another.
 */
export const sweep =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    const pace = new Pace(stopping);
    const { liveQueues, queueStore, sessions, clock } = ports;
    const now = clock.now();
    const oldest = now - longestIdleMilliseconds;
    while (!stopping?.aborted && (await sessions.removeIdle(oldest, batchSize)) === batchSize)
      await pace.rest();
    for (let deleted = batchSize; deleted === batchSize && !stopping?.aborted; ) {
      const idle = await queueStore.removeIdle(now - unsettledMilliseconds, batchSize);
      liveQueues.endHere(idle);
      deleted = idle.length;
      if (deleted === batchSize) await pace.rest();
    }
    await shortenLogs(ports, now - retainedMilliseconds, pace, stopping);
  };

const shortenLogs = async (
  { workFinder, eventLog }: Ports,
  loggedBefore: number,
  pace: Pace,
  stopping: AbortSignal | undefined,
): Promise<void> => {
  for (let after: RealmId | undefined = 0; after !== undefined && !stopping?.aborted; ) {
    const passed = await workFinder.passedLogs(loggedBefore - shortenEvery, after, batchSize);
    for (let first = 0; first < passed.length && !stopping?.aborted; first += logsAtOnce) {
      await eventLog.prune(passed.slice(first, first + logsAtOnce), loggedBefore);
      await pace.rest();
    }
    after = passed.length === batchSize ? passed.at(-1)?.realmId : undefined;
  }
};
