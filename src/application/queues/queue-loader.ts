import type { EventId, RealmId } from "../../domain/ids";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { EventLog } from "../ports/events/event-log";
import type { EventQueueStore } from "../ports/events/event-queue-store";
import type { Clock } from "../ports/system/clock";
import { dropAcknowledged, type LiveQueue, type LocalQueues, queueReadTo } from "./live-queue";
import { mostSearched, readQueue } from "./read-queue";

interface Ports {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly queueStore: EventQueueStore;
  readonly clock: Clock;
}

/** Loads queues from storage into this node's memory, and catches them up from the log. */
export class QueueLoader {
  /** By realm and id. */
  private readonly opening = new Map<string, Promise<LiveQueue | undefined>>();
  /** Those that were deleted while they were opened. */
  private readonly deleted = new Set<string>();

  constructor(
    private readonly ports: Ports,
    private readonly queues: LocalQueues,
    private readonly remove: (realmId: RealmId, id: string) => Promise<void>,
  ) {}

  /** The queue in memory, unless it has passed the position. */
  openedAt(realmId: RealmId, id: string, after: number): LiveQueue | undefined {
    const live = this.queues.get(realmId, id);
    return live && after >= live.acknowledged ? live : undefined;
  }

  async open(realmId: RealmId, id: string, after: number): Promise<LiveQueue | undefined> {
    const name = nameOf(realmId, id);
    for (;;) {
      const opened = this.openedAt(realmId, id, after);
      if (opened) return opened;
      const live = this.queues.get(realmId, id);
      if (live) {
        // The client polls again from an earlier event: end the current poll.
        live.polls += 1;
        this.queues.drop(live);
      }
      const opening =
        this.opening.get(name) ??
        this.restore(realmId, id, after).finally(() => {
          this.opening.delete(name);
          this.deleted.delete(name);
        });
      this.opening.set(name, opening);
      // Another request may have opened it at a later position than this one needs.
      if ((await opening) === undefined) return undefined;
    }
  }

  /** Records that a queue was deleted: a request that opens it may have read its row before. */
  forget(realmId: RealmId, id: string): void {
    const name = nameOf(realmId, id);
    if (this.opening.has(name)) this.deleted.add(name);
  }

  /** Reads until there is an item after the id, the queue has reached the log's end, or many events were searched. */
  async readPast(live: LiveQueue, afterId: EventId): Promise<boolean> {
    const from = live.readTo?.position ?? 0;
    do {
      if (!(await this.readOn(live))) return false;
      dropAcknowledged(live, afterId);
    } while (
      live.pending.length === 0 &&
      live.readTo !== undefined &&
      live.readTo.position - from < mostSearched
    );
    return true;
  }

  readOn(live: LiveQueue): Promise<boolean> {
    if (live.readTo === undefined) return Promise.resolve(true);
    live.reading ??= readQueue(this.ports, live).finally(() => {
      live.reading = undefined;
    });
    return live.reading;
  }

  /** Restores the queue at its client's position, with the realm's state there. */
  private async restore(realmId: RealmId, id: string, after: number): Promise<LiveQueue | undefined> {
    const { queueStore, directory, clock } = this.ports;
    const queue = await queueStore.find(realmId, id);
    if (queue === undefined) return undefined;
    const state = await directory.at(realmId, Math.max(after, queue.startsAfter));
    if (state === undefined) {
      await this.remove(realmId, id);
      return undefined;
    }
    if (this.deleted.has(nameOf(realmId, id))) return undefined;
    const live = queueReadTo(realmId, queue, state, clock.now());
    this.queues.add(live);
    return live;
  }
}

const nameOf = (realmId: RealmId, id: string): string => `${realmId} ${id}`;
