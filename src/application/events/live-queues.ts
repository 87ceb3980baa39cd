import { audienceOf } from "../../domain/event-audience";
import {
  type EventQueue,
  heardUpTo,
  isAhead,
  positionOf,
  type QueueItem,
  signalIdAt,
} from "../../domain/event-queue";
import { isPublicExtra, wants } from "../../domain/event-selection";
import type { RealmState } from "../../domain/realm-state";
import type { ServerRun } from "../../domain/server-run";
import { audienceOfSignal, hears, type Signal } from "../../domain/signal";
import type { LogStep } from "../../domain/state/log-step";
import type { User } from "../../domain/user";
import type { LogFollower } from "../log-follower";
import type { Clock } from "../ports/clock";
import type { EventLog } from "../ports/event-log";
import type { EventQueueStore } from "../ports/event-queue-store";
import type { RealmDirectory } from "../realm-directory";
import { announceRestart } from "./announce-restart";
import { handSignal } from "./hand-signal";
import { hearers } from "./hearers";
import { HeartbeatWheel } from "./heartbeat-wheel";
import { HeldQueues, type LiveQueue, queueReadTo, seenAt } from "./held-queues";
import { isInLog } from "./is-in-log";
import { type Polled, polled } from "./polled";
import { readQueue } from "./read-queue";
import { wakeUp } from "./wake-up";

interface Ports {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly queueStore: EventQueueStore;
  readonly clock: Clock;
  readonly run: ServerRun;
}

const mostPending = 2000;
const forgetAfterMilliseconds = 120_000;

/**
 * The queues that clients poll at this node. Each is a cache of what the log says: it can be dropped at any time, and is
 * read again from the log when its client asks, here or on another node. DESIGN §4.
 */
export class LiveQueues implements LogFollower {
  private readonly held = new HeldQueues();
  /** By realm and id. */
  private readonly opening = new Map<string, Promise<LiveQueue | undefined>>();
  private readonly woken = new Set<LiveQueue>();
  private readonly heartbeats = new HeartbeatWheel();
  private closed = false;

  constructor(private readonly ports: Ports) {}

  /** How many queues are held here. */
  get size(): number {
    return this.held.size;
  }

  /** Takes a new queue, which joins what happens at once: signals are for those who are there. */
  async adopt(realmId: number, queue: EventQueue, state: RealmState): Promise<void> {
    const live = queueReadTo(realmId, queue, state, this.ports.clock.now());
    this.held.add(live);
    await this.readOn(live);
  }

  /** The queue, from memory at once or from storage; undefined when there is none. */
  find(realmId: number, id: string): EventQueue | Promise<EventQueue | undefined> {
    return this.held.get(realmId, id)?.queue ?? this.ports.queueStore.find(realmId, id);
  }

  /**
   * What comes after the event id `afterId`, waiting for one up to `waitMilliseconds`. A newer poll of the same queue,
   * the client's leaving and the server's end cut the wait short. Undefined when the queue is gone; one that was told so
   * many signals and heartbeats at one position that no id is left goes too, and its client registers anew.
   */
  async poll(
    realmId: number,
    id: string,
    afterId: number,
    waitMilliseconds: number,
    whenGone: (forget: () => void) => void,
  ): Promise<Polled | undefined> {
    const after = heardUpTo(afterId);
    const { directory } = this.ports;
    const isKnown = positionOf(afterId) <= directory.positionOf(realmId);
    if (!isKnown && !(await isInLog(directory, realmId, positionOf(afterId)))) return this.lose(realmId, id);
    for (;;) {
      const live = this.openedAt(realmId, id, after) ?? (await this.open(realmId, id, after));
      if (live === undefined) return undefined;
      live.wake?.();
      live.polls += 1;
      const poll = live.polls;
      live.lastSeenAt = this.ports.clock.now();
      live.acknowledged = Math.max(live.acknowledged, after);
      live.lastId = Math.max(live.lastId, afterId);
      // What follows the log needs no reading: the usual poll comes to its wait at once.
      if (live.readTo === undefined) {
        if (live.pending.length > 0) live.pending = live.pending.filter((item) => isAhead(item, afterId));
      } else if (!(await this.readPast(live, afterId))) return this.lose(realmId, id);
      // A queue dropped while it read receives nothing more: open it again.
      if (this.held.get(realmId, id) !== live) continue;
      announceRestart(this.ports, live, afterId);
      if (live.pending.length === 0 && waitMilliseconds > 0 && !this.closed)
        await wakeUp(this.heartbeats, live, waitMilliseconds, whenGone);
      live.lastSeenAt = this.ports.clock.now();
      const isFull = signalIdAt(this.heardTo(live, after), live.lastId) === undefined;
      if (isFull && live.pending.length === 0 && waitMilliseconds > 0) return this.lose(realmId, id);
      const isOver = this.closed || live.polls !== poll;
      return polled(live, afterId, this.heardTo(live, after), { hasWaited: waitMilliseconds > 0, isOver });
    }
  }

  async remove(realmId: number, id: string): Promise<void> {
    const live = this.held.get(realmId, id);
    if (live) this.held.drop(live);
    await this.ports.queueStore.remove(realmId, id);
  }

  /** Records how far clients have come, and drops what nobody polls here any more. */
  async settleQueues(): Promise<void> {
    const now = this.ports.clock.now();
    await this.ports.queueStore.touch([...this.held.all()].map((live) => seenAt(live, now)));
    for (const live of this.held.all())
      if (!live.wake && now - live.lastSeenAt > forgetAfterMilliseconds) this.held.drop(live);
  }

  /** Forgets queues that are no more; whoever polls them learns so. */
  dropAll(ids: readonly string[]): void {
    this.held.dropAll(ids);
  }

  /** Hands the event to those who may hear of it, as the realm was right after it. */
  follow(realmId: number, step: LogStep): void {
    const users = this.held.byUser(realmId);
    if (users === undefined) return;
    const { event, after } = step;
    const now = this.ports.clock.now();
    // Their rows went with the change; whoever polls them learns that they are gone.
    if (event.type === "user_deactivated")
      for (const live of users.get(event.userId) ?? []) this.held.drop(live);
    // What was begun with a key that is no more ends.
    if (event.type === "user_changed" && event.change.apiKeyVersion !== undefined)
      for (const live of users.get(event.userId) ?? []) this.woken.add(live);
    // A message may also be for queues that want all public ones.
    const withOthers = event.type === "message_sent";
    for (const { user, queues, isAddressed } of hearers(users, audienceOf(event), after, now, withOthers))
      for (const live of queues) if (this.takes(live, step, user, isAddressed, now)) this.hand(live, step);
  }

  /** Wakes those who were handed events. */
  settle(): void {
    for (const live of this.woken) {
      live.wake?.();
      if (live.pending.length > mostPending) this.held.drop(live);
    }
    this.woken.clear();
  }

  /** Its queues are read from the log again when they are polled, and end there if they must. */
  passedOver(realmId: number): void {
    for (const queues of [...(this.held.byUser(realmId)?.values() ?? [])])
      for (const live of [...queues]) this.held.drop(live);
  }

  /** Whether a client is polling, or was a moment ago: then the realm's events are wanted here. */
  needs(realmId: number): boolean {
    return this.held.byUser(realmId) !== undefined;
  }

  /** Hands a signal to those whom it concerns, if they have a queue here. */
  signal(realmId: number, state: RealmState, signal: Signal): void {
    const users = this.held.byUser(realmId);
    if (users === undefined) return;
    const now = this.ports.clock.now();
    // The state may be a moment old: the signal comes after every event that was handed over meanwhile.
    const position = Math.max(state.position, this.ports.directory.positionOf(realmId));
    for (const { user, queues } of hearers(users, audienceOfSignal(signal), state, now, false))
      if (hears(user, signal)) for (const live of queues) handSignal(live, { signal, state }, position);
  }

  /** Ends the waits of a user, so that whoever polls asks again whether they may. */
  wake(realmId: number, userId: number): void {
    for (const live of this.held.byUser(realmId)?.get(userId) ?? []) live.wake?.();
  }

  /** Ends all waits, for a server that stops. */
  async close(): Promise<void> {
    this.closed = true;
    for (const live of this.held.all()) live.wake?.();
    await this.settleQueues();
  }

  /**
   * How far there was nothing for a queue without pending events, whose client has come to `after`: it was handed
   * whatever this node knows of, unless it was let go.
   */
  private heardTo(live: LiveQueue, after: number): number {
    const isHeld = this.held.get(live.realmId, live.queue.id) === live && live.readTo === undefined;
    return isHeld ? Math.max(after, this.ports.directory.positionOf(live.realmId)) : after;
  }

  private takes(live: LiveQueue, step: LogStep, user: User, isAddressed: boolean, now: number): boolean {
    if (live.readTo !== undefined) return false;
    return (isAddressed || isPublicExtra(live.queue, step, user, now)) && wants(live.queue, step.event);
  }

  private hand(live: LiveQueue, item: QueueItem): void {
    live.pending.push(item);
    this.woken.add(live);
  }

  /** Reads until there is something after the id, or the queue has come to the log's end. */
  private async readPast(live: LiveQueue, afterId: number): Promise<boolean> {
    do {
      if (!(await this.readOn(live))) return false;
      live.pending = live.pending.filter((item) => isAhead(item, afterId));
    } while (live.pending.length === 0 && live.readTo !== undefined);
    return true;
  }

  private readOn(live: LiveQueue): Promise<boolean> {
    if (live.readTo === undefined) return Promise.resolve(true);
    live.reading ??= readQueue(this.ports, live).finally(() => {
      live.reading = undefined;
    });
    return live.reading;
  }

  /** Ends a queue whose events are no more. */
  private async lose(realmId: number, id: string): Promise<undefined> {
    await this.remove(realmId, id);
    return undefined;
  }

  /** The queue as it is here, unless it has passed the position. */
  private openedAt(realmId: number, id: string, after: number): LiveQueue | undefined {
    const live = this.held.get(realmId, id);
    return live && after >= live.acknowledged ? live : undefined;
  }

  private async open(realmId: number, id: string, after: number): Promise<LiveQueue | undefined> {
    const name = `${realmId} ${id}`;
    for (;;) {
      const opened = this.openedAt(realmId, id, after);
      if (opened) return opened;
      const live = this.held.get(realmId, id);
      if (live) {
        // Its client begins again further back: whoever polls it now has been left.
        live.polls += 1;
        this.held.drop(live);
      }
      const opening =
        this.opening.get(name) ?? this.restore(realmId, id, after).finally(() => this.opening.delete(name));
      this.opening.set(name, opening);
      // Another request may have opened it further on than this one wants it.
      if ((await opening) === undefined) return undefined;
    }
  }

  /** Takes the queue up where its client is, with the realm as it was there. */
  private async restore(realmId: number, id: string, after: number): Promise<LiveQueue | undefined> {
    const { queueStore, directory, clock } = this.ports;
    const queue = await queueStore.find(realmId, id);
    if (queue === undefined) return undefined;
    const state = await directory.at(realmId, Math.max(after, queue.startsAfter));
    if (state === undefined) {
      await queueStore.remove(realmId, id);
      return undefined;
    }
    const live = queueReadTo(realmId, queue, state, clock.now());
    this.held.add(live);
    return live;
  }
}
