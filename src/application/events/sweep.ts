import type { Clock } from "../ports/clock";
import type { EventLog } from "../ports/event-log";
import type { EventQueueStore } from "../ports/event-queue-store";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SessionStore } from "../ports/session-store";
import type { PresenceBoard } from "../presence/presence-board";
import { idleSessionMilliseconds } from "../sessions/authenticate-session";
import type { LiveQueues } from "./live-queues";

interface Ports {
  readonly liveQueues: LiveQueues;
  readonly queueStore: EventQueueStore;
  readonly eventLog: EventLog;
  readonly registry: RealmRegistry;
  readonly presence: PresenceBoard;
  readonly sessions: SessionStore;
  readonly clock: Clock;
}

/** Other nodes follow the log too, so its newest part stays even when every queue has it. */
const keptMilliseconds = 3_600_000;

/** Drops idle queues and sessions, and the events that every queue has passed. Any node may do it, and any number. */
export const sweep =
  ({ liveQueues, queueStore, eventLog, registry, presence, sessions, clock }: Ports) =>
  async (): Promise<void> => {
    await liveQueues.settleQueues();
    await presence.settle();
    const now = clock.now();
    for (const { id } of await registry.list()) {
      await sessions.removeIdle(id, now - idleSessionMilliseconds);
      liveQueues.dropAll(await queueStore.removeIdle(id, now));
      const passed = (await queueStore.leastAcknowledged(id)) ?? (await eventLog.head(id));
      await eventLog.forget(id, passed, now - keptMilliseconds);
    }
  };
