import { isLeft } from "fp-ts/Either";
import type { LoggedEvent } from "../../domain/event";
import { type Audience, audienceOf, isAmong } from "../../domain/event-audience";
import { type EventQueue, idOf, positionOf, type QueueItem, signalIdAt } from "../../domain/event-queue";
import { isPublicExtra, wants, wasFor } from "../../domain/event-selection";
import type { IdRanges } from "../../domain/id-ranges";
import type { RealmState } from "../../domain/realm-state";
import { audienceOfSignal, categoryOfSignal, hears, type Signal } from "../../domain/signal";
import type { Clock } from "../ports/clock";
import type { EventLog } from "../ports/event-log";
import type { EventQueueStore } from "../ports/event-queue-store";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { HeldQueues, type LiveQueue, liveQueue } from "./held-queues";

interface Ports {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly queueStore: EventQueueStore;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

const pageSize = 1000;
const mostPending = 2000;
const forgetAfterMilliseconds = 120_000;

/**
 * The queues that clients poll at this node. Each is a cache of what the log says: it can be dropped at any
 * time, and is read again from the log when its client asks. DESIGN §4.
 */
export class LiveQueues {
  private readonly held = new HeldQueues();
  private readonly opening = new Map<string, Promise<LiveQueue | undefined>>();
  private closed = false;

  constructor(private readonly ports: Ports) {
    ports.directory.follow(
      (realmId, state, events) => this.deliver(realmId, state, events),
      (realmId) => this.dropRealm(realmId),
    );
  }

  /** Takes a new queue, so that its first poll needs no reading. */
  adopt(realmId: number, queue: EventQueue, state: RealmState): void {
    if (state.position === queue.acknowledged)
      this.held.add(liveQueue(realmId, queue, this.ports.clock.now()));
  }

  /** The queue, from memory or storage; undefined when there is none. */
  async find(realmId: number, id: string): Promise<EventQueue | undefined> {
    return (await this.open(realmId, id))?.queue;
  }

  /**
   * What comes after the event id `afterId`, waiting for one up to `waitMilliseconds`. A newer poll of the same
   * queue, the client's leaving and the server's end cut the wait short. Undefined when the queue is gone.
   */
  async poll(
    realmId: number,
    id: string,
    afterId: number,
    waitMilliseconds: number,
    whenGone: (forget: () => void) => void,
  ): Promise<readonly QueueItem[] | undefined> {
    const after = positionOf(afterId);
    const live = await this.open(realmId, id, after);
    if (live === undefined) return undefined;
    live.wake?.();
    live.lastSeenAt = this.ports.clock.now();
    live.acknowledged = Math.max(live.acknowledged, after);
    live.lastId = Math.max(live.lastId, afterId);
    live.pending = live.pending.filter((item) => idOf(item) > afterId);
    if (live.pending.length === 0 && waitMilliseconds > 0 && !this.closed)
      await this.wait(live, waitMilliseconds, whenGone);
    live.lastSeenAt = this.ports.clock.now();
    return live.pending.slice();
  }

  async remove(realmId: number, id: string): Promise<void> {
    this.held.dropById(id);
    await this.ports.queueStore.remove(realmId, id);
  }

  /** Records how far clients have come, and drops what nobody polls here any more. */
  async settle(): Promise<void> {
    const now = this.ports.clock.now();
    const byRealm = new Map<number, LiveQueue[]>();
    for (const live of this.held.all())
      byRealm.set(live.realmId, [...(byRealm.get(live.realmId) ?? []), live]);
    for (const [realmId, queues] of byRealm)
      await this.ports.queueStore.touch(
        realmId,
        queues.map(({ queue, acknowledged, lastSeenAt, wake }) => ({
          id: queue.id,
          acknowledged,
          lastSeenAt: wake ? now : lastSeenAt,
        })),
      );
    for (const live of this.held.all())
      if (!live.wake && now - live.lastSeenAt > forgetAfterMilliseconds) this.held.drop(live);
  }

  /** Forgets queues that are no more; whoever polls them learns so. */
  dropAll(ids: readonly string[]): void {
    for (const id of ids) this.held.dropById(id);
  }

  /** Hands a signal to those whom it concerns, if they have a queue here. */
  signal(realmId: number, state: RealmState, signal: Signal): void {
    const users = this.held.byUser(realmId);
    if (users === undefined) return;
    const category = categoryOfSignal(signal);
    for (const [live] of this.concerned(users, state, audienceOfSignal(signal))) {
      const { categories, userId } = live.queue;
      const user = state.users.get(userId);
      if (user === undefined || !hears(user, signal)) continue;
      const eventId = signalIdAt(state.position, live.lastId);
      if (eventId === undefined || (categories !== null && !categories.includes(category))) continue;
      live.lastId = eventId;
      live.pending.push({ eventId, signal });
      live.wake?.();
    }
  }

  /** Ends all waits, for a server that stops. */
  async close(): Promise<void> {
    this.closed = true;
    for (const live of this.held.all()) live.wake?.();
    await this.settle();
  }

  private wait(live: LiveQueue, milliseconds: number, whenGone: (forget: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        if (live.wake === end) live.wake = undefined;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      whenGone(end);
      live.wake = end;
    });
  }

  private open(realmId: number, id: string, after?: number): Promise<LiveQueue | undefined> {
    const live = this.held.get(id);
    if (live && live.realmId === realmId && (after === undefined || after >= live.acknowledged))
      return Promise.resolve(live);
    if (live) this.held.drop(live);
    const opening =
      this.opening.get(id) ?? this.read(realmId, id, after).finally(() => this.opening.delete(id));
    this.opening.set(id, opening);
    return opening;
  }

  /** Reads the queue and its events from storage, and joins the log exactly where reading ends. */
  private async read(realmId: number, id: string, after: number | undefined): Promise<LiveQueue | undefined> {
    const queue = await this.ports.queueStore.find(realmId, id);
    if (queue === undefined) return undefined;
    const start = Math.min(after ?? queue.acknowledged, queue.acknowledged);
    const live = { ...liveQueue(realmId, queue, this.ports.clock.now()), acknowledged: start };
    let position = start;
    for (;;) {
      const page = await this.ports.eventLog.after(realmId, position, pageSize);
      if (isLeft(page)) {
        // Its client can't be told what happened: it registers anew.
        await this.remove(realmId, id);
        return undefined;
      }
      const events = page.right;
      // After the page: intervals of the past are kept, so those read later tell of all its messages.
      const received = events.length > 0 ? await this.received(realmId, queue.userId) : new Map();
      const state = await this.ports.directory.catchUp(realmId, events.at(-1)?.position ?? position);
      for (const logged of events)
        if (wasFor(live.queue, state, received, logged, this.ports.clock.now())) live.pending.push(logged);
      position = events.at(-1)?.position ?? position;
      if (events.length < pageSize && state.position === position) {
        this.held.add(live);
        return live;
      }
    }
  }

  private async received(realmId: number, userId: number): Promise<ReadonlyMap<number, IdRanges>> {
    const states = await this.ports.readStates.allStatesOf(realmId, userId);
    return new Map(states.map((state) => [state.conversationId, state.received]));
  }

  /** Forgets the queues of a realm, which are read from the log again when they are polled. */
  private dropRealm(realmId: number): void {
    for (const queues of [...(this.held.byUser(realmId)?.values() ?? [])])
      for (const live of [...queues]) this.held.drop(live);
  }

  private deliver(realmId: number, state: RealmState, events: readonly LoggedEvent[]): void {
    const users = this.held.byUser(realmId);
    if (users === undefined) return;
    const woken = new Set<LiveQueue>();
    for (const logged of events) {
      const { event } = logged;
      // Their rows went with the change; whoever polls them learns that they are gone.
      if (event.type === "user_deactivated")
        for (const live of users.get(event.userId) ?? []) this.held.drop(live);
      for (const [live, isAddressed] of this.concerned(users, state, audienceOf(event), logged))
        if ((isAddressed || isPublicExtra(live.queue, state, logged)) && wants(live.queue, logged)) {
          live.pending.push(logged);
          woken.add(live);
        }
    }
    for (const live of woken) {
      live.wake?.();
      if (live.pending.length > mostPending) this.held.drop(live);
    }
  }

  /**
   * The queues of those addressed; for a message, also the others, which may want all public ones. Goes over
   * whichever is fewer: those addressed, or those with a queue here.
   */
  private *concerned(
    users: ReadonlyMap<number, ReadonlySet<LiveQueue>>,
    state: RealmState,
    audience: Audience,
    logged?: LoggedEvent,
  ): Iterable<readonly [live: LiveQueue, isAddressed: boolean]> {
    const now = this.ports.clock.now();
    const few =
      audience.to === "users" && audience.userIds.length < users.size ? audience.userIds : users.keys();
    for (const userId of few) {
      const user = state.users.get(userId);
      const queues = users.get(userId);
      if (user === undefined || queues === undefined) continue;
      const isAddressed = isAmong(audience, state, user, now);
      if (isAddressed || logged?.event.type === "message_sent")
        for (const live of queues) yield [live, isAddressed];
    }
  }
}
