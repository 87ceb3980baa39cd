import type { EventId, RealmId, UserId } from "../../domain/ids";
import { audienceOf } from "../../domain/queues/event-audience";
import {
  type EventQueue,
  positionOf,
  type QueueItem,
  receivedUpTo,
  signalIdAt,
} from "../../domain/queues/event-queue";
import { accepts, isPublicExtra } from "../../domain/queues/event-selection";
import { audienceOfSignal, type Signal, wantsSignal } from "../../domain/queues/signal";
import type { ServerRun } from "../../domain/realm/server-run";
import type { LogStep } from "../../domain/state/log-step";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import type { LogFollower } from "../held-realms/log-follower";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { EventLog } from "../ports/events/event-log";
import type { EventQueueStore } from "../ports/events/event-queue-store";
import type { Clock } from "../ports/system/clock";
import { announceRestart } from "./announce-restart";
import { deliverSignal } from "./deliver-signal";
import { EndedWaits } from "./ended-waits";
import { HeartbeatWheel } from "./heartbeat-wheel";
import { isInLog } from "./is-in-log";
import { localAudience } from "./local-audience";
import {
  addItem,
  dropAcknowledged,
  itemLength,
  type LiveQueue,
  LocalQueues,
  queueReadTo,
  seenAt,
} from "./local-queues";
import { type PollResult, pollResult } from "./poll-result";
import { readQueue } from "./read-queue";
import { untilWoken } from "./until-woken";

interface Ports {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly queueStore: EventQueueStore;
  readonly clock: Clock;
  readonly run: ServerRun;
  readonly onError: (error: unknown) => void;
}

const nothing = (): void => {};

const mostPending = 2000;
/** Most characters of events held for a client that isn't polling. Beyond that, its queue is dropped and read again from the log. */
const mostIdleLength = 1_000_000;
/** The same for all idle queues together. Only those that hold long events are dropped. */
const mostIdleTogether = 64_000_000;
const longEvent = 16_000;
/** Events read from the log aren't shared with other queues, so a queue holds at most this many characters of them. */
const mostUnsentLength = 64_000;
const forgetAfterMilliseconds = 120_000;

/**
 * The queues that clients poll on this node. Each is a cache of the log: it can be dropped at any time, and
 * is read again when its client polls, here or on another node. Decision 4.
 */
export class LiveQueues implements LogFollower {
  private readonly queues = new LocalQueues();
  /** By realm and id. */
  private readonly opening = new Map<string, Promise<LiveQueue | undefined>>();
  private readonly woken = new Set<LiveQueue>();
  private readonly heartbeats = new HeartbeatWheel();
  private readonly endedWaits: EndedWaits;
  private hasLongQueue = false;
  private closed = false;

  constructor(
    private readonly ports: Ports,
    private readonly idleTogether = mostIdleTogether,
  ) {
    this.endedWaits = new EndedWaits(ports.onError);
  }

  /** Number of queues in memory. */
  get size(): number {
    return this.queues.size;
  }

  /** Adds a new queue, which joins live events at once, because signals reach only present queues. */
  async adopt(realmId: RealmId, queue: EventQueue, state: RealmState): Promise<void> {
    const live = queueReadTo(realmId, queue, state, this.ports.clock.now());
    this.queues.add(live);
    await this.readOn(live);
  }

  /** The queue, if it is in memory. */
  held(realmId: RealmId, id: string): EventQueue | undefined {
    return this.queues.get(realmId, id)?.queue;
  }

  /** The queue, immediately from memory or later from storage; undefined if there is none. */
  find(realmId: RealmId, id: string): EventQueue | Promise<EventQueue | undefined> {
    return this.held(realmId, id) ?? this.ports.queueStore.find(realmId, id);
  }

  /**
   * The items after the event id `afterId`, waiting up to `waitMilliseconds` for one. A newer poll of the
   * same queue, a disconnect and the server's shutdown end the wait. Undefined when the queue is gone. A
   * queue that used up all ids at one position for signals and heartbeats is dropped too, and its client
   * registers again.
   */
  async poll(
    realmId: RealmId,
    id: string,
    afterId: EventId,
    waitMilliseconds: number,
    whenGone: (forget: () => void) => void,
  ): Promise<PollResult | undefined> {
    const after = receivedUpTo(afterId);
    const { directory } = this.ports;
    const isKnown = positionOf(afterId) <= directory.positionOf(realmId);
    if (!isKnown && !(await isInLog(directory, realmId, positionOf(afterId)))) return this.lose(realmId, id);
    for (;;) {
      const live = this.openedAt(realmId, id, after) ?? (await this.open(realmId, id, after));
      if (live === undefined) return undefined;
      const poll = this.begin(live, afterId);
      const reads = live.readTo !== undefined;
      if (reads && !(await this.readPast(live, afterId))) return this.lose(realmId, id);
      // A queue that was dropped during this read gets no further events, so it must be reopened.
      if (this.queues.get(realmId, id) !== live) continue;
      if (!reads) dropAcknowledged(live, afterId);
      announceRestart(this.ports, live, afterId);
      const waits = waitMilliseconds > 0;
      if (waits && live.pending.length === 0 && !this.closed)
        await new Promise<void>((resolve) =>
          whenGone(untilWoken(this.heartbeats, live, waitMilliseconds, resolve)),
        );
      const result = this.conclude(live, poll, afterId, waits);
      if (result === undefined) return this.lose(realmId, id);
      if (reads && live.pendingLength > mostUnsentLength) await this.releaseQueue(live);
      return result;
    }
  }

  /**
   * The same for a queue that already follows live events here, which is the usual case, without the promises
   * that thousands of waiting polls would hold. Calls `answer` once, after it has returned: as soon as there are
   * items, or when whatever wakes the poll is done. @returns the function that ends the wait, or undefined if
   * only `poll` can answer.
   */
  pollLive(
    realmId: RealmId,
    id: string,
    afterId: EventId,
    waitMilliseconds: number,
    answer: (result: PollResult | Promise<undefined>) => void,
  ): (() => void) | undefined {
    if (positionOf(afterId) > this.ports.directory.positionOf(realmId)) return undefined;
    const live = this.openedAt(realmId, id, receivedUpTo(afterId));
    if (live === undefined || live.readTo !== undefined) return undefined;
    const poll = this.begin(live, afterId);
    dropAcknowledged(live, afterId);
    announceRestart(this.ports, live, afterId);
    const waits = waitMilliseconds > 0;
    const conclude = (): void => answer(this.conclude(live, poll, afterId, waits) ?? this.lose(realmId, id));
    const follow = (): void => this.endedWaits.add(conclude);
    if (waits && live.pending.length === 0 && !this.closed)
      return untilWoken(this.heartbeats, live, waitMilliseconds, follow);
    follow();
    return nothing;
  }

  async remove(realmId: RealmId, id: string): Promise<void> {
    const live = this.queues.get(realmId, id);
    if (live) this.queues.drop(live);
    await this.ports.queueStore.remove(realmId, id);
  }

  /** Stores how far clients have come, and drops queues that nobody polls here any more. */
  async settleQueues(): Promise<void> {
    const now = this.ports.clock.now();
    await this.ports.queueStore.touch([...this.queues.all()].map((live) => seenAt(live, now)));
    for (const live of this.queues.all())
      if (!live.wake && now - live.lastSeenAt > forgetAfterMilliseconds) this.queues.drop(live);
  }

  /** Drops deleted queues; their polls end. */
  dropAll(ids: readonly string[]): void {
    this.queues.dropAll(ids);
  }

  /** Delivers the event to its audience, judged by the realm's state right after it. */
  follow(realmId: RealmId, step: LogStep): void {
    const users = this.queues.byUser(realmId);
    if (users === undefined) return;
    const { event, after } = step;
    const now = this.ports.clock.now();
    // The commit deleted their rows; their polls find the queues gone.
    if (event.type === "user_deactivated")
      for (const live of users.get(event.userId) ?? []) this.queues.drop(live);
    // Ends requests that a revoked key authenticated.
    if (event.type === "user_changed" && event.change.apiKeyVersion !== undefined)
      for (const live of users.get(event.userId) ?? []) this.woken.add(live);
    // Queues for all public messages may want it too.
    const withOthers = event.type === "message_sent";
    for (const { user, queues, isAddressed } of localAudience(
      users,
      audienceOf(event),
      after,
      now,
      withOthers,
    ))
      for (const live of queues) if (this.takes(live, step, user, isAddressed, now)) this.hand(live, step);
  }

  /** Wakes the polls that received events. */
  settle(): void {
    if (this.hasLongQueue) this.makeRoom();
    this.hasLongQueue = false;
    for (const live of this.woken) {
      const isIdle = live.wake === undefined;
      live.wake?.();
      if (live.pending.length > mostPending || (isIdle && live.pendingLength > mostIdleLength))
        this.queues.drop(live);
    }
    this.woken.clear();
  }

  /** The realm's queues are read from the log again at their next poll, and end there if necessary. */
  passedOver(realmId: RealmId): void {
    for (const queues of [...(this.queues.byUser(realmId)?.values() ?? [])])
      for (const live of [...queues]) this.queues.drop(live);
  }

  /** Whether a client is polling, or did a moment ago: then this node needs the realm's events. */
  needs(realmId: RealmId): boolean {
    return this.queues.byUser(realmId) !== undefined;
  }

  /** Delivers a signal to those of its audience with a queue here. */
  signal(realmId: RealmId, state: RealmState, signal: Signal): void {
    const users = this.queues.byUser(realmId);
    if (users === undefined) return;
    const now = this.ports.clock.now();
    // `state` may lag behind, so the signal's position must follow every event delivered since.
    const position = Math.max(state.position, this.ports.directory.positionOf(realmId));
    for (const { user, queues } of localAudience(users, audienceOfSignal(signal), state, now, false))
      if (wantsSignal(user, signal))
        for (const live of queues) deliverSignal(live, { signal, state }, position);
  }

  /** Ends a user's waits, so that each poll checks its authorization again. */
  wake(realmId: RealmId, userId: UserId): void {
    for (const live of this.queues.byUser(realmId)?.get(userId) ?? []) live.wake?.();
  }

  /** Ends all waits when the server stops. */
  async close(): Promise<void> {
    this.closed = true;
    for (const live of this.queues.all()) live.wake?.();
    await this.settleQueues();
  }

  /**
   * The position up to which there is certainly nothing for a client at `after`, whose queue has no pending events: the
   * newest one that this node knows, unless the queue was dropped.
   */
  private deliveredUpTo(live: LiveQueue, after: number): number {
    const isHeld = this.queues.get(live.realmId, live.queue.id) === live && live.readTo === undefined;
    return isHeld ? Math.max(after, this.ports.directory.positionOf(live.realmId)) : after;
  }

  /** Takes the queue over from an earlier poll. @returns the number of this one. */
  private begin(live: LiveQueue, afterId: EventId): number {
    live.wake?.();
    live.polls += 1;
    live.lastSeenAt = this.ports.clock.now();
    live.acknowledged = Math.max(live.acknowledged, receivedUpTo(afterId));
    live.lastId = Math.max(live.lastId, afterId);
    return live.polls;
  }

  /** The result of a poll that no longer waits; undefined if the queue has no id left for it. */
  private conclude(live: LiveQueue, poll: number, afterId: EventId, waits: boolean): PollResult | undefined {
    live.lastSeenAt = this.ports.clock.now();
    const upTo = this.deliveredUpTo(live, receivedUpTo(afterId));
    if (waits && live.pending.length === 0 && signalIdAt(upTo, live.lastId) === undefined) return undefined;
    const isOver = this.closed || live.polls !== poll;
    return pollResult(live, afterId, upTo, { hasWaited: waits, isOver });
  }

  private takes(live: LiveQueue, step: LogStep, user: User, isAddressed: boolean, now: number): boolean {
    if (live.readTo !== undefined) return false;
    return (isAddressed || isPublicExtra(live.queue, step, user, now)) && accepts(live.queue, step.event);
  }

  private hand(live: LiveQueue, item: QueueItem): void {
    addItem(live, item);
    this.woken.add(live);
    if (itemLength(item) > longEvent) this.hasLongQueue = true;
  }

  /** Drops idle queues with long events if they hold too much together. Events that queues share count once. */
  private makeRoom(): void {
    const idle = [...this.queues.all()].filter((live) => live.wake === undefined);
    if (idle.reduce((sum, live) => sum + live.pendingLength, 0) <= this.idleTogether) return;
    const distinct = new Set(idle.flatMap(({ pending }) => pending));
    let length = 0;
    for (const item of distinct) length += itemLength(item);
    if (length <= this.idleTogether) return;
    for (const live of idle) if (live.pendingLength > longEvent) this.queues.drop(live);
  }

  /** Drops a queue, after storing how far its client has come. */
  private async releaseQueue(live: LiveQueue): Promise<void> {
    if (this.queues.get(live.realmId, live.queue.id) !== live) return;
    this.queues.drop(live);
    await this.ports.queueStore.touch([seenAt(live, this.ports.clock.now())]);
  }

  /** Reads until there is an item after the id, or the queue has reached the log's end. */
  private async readPast(live: LiveQueue, afterId: EventId): Promise<boolean> {
    do {
      if (!(await this.readOn(live))) return false;
      dropAcknowledged(live, afterId);
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

  /** Deletes a queue whose events are gone. */
  private async lose(realmId: RealmId, id: string): Promise<undefined> {
    await this.remove(realmId, id);
    return undefined;
  }

  /** The queue in memory, unless it has passed the position. */
  private openedAt(realmId: RealmId, id: string, after: number): LiveQueue | undefined {
    const live = this.queues.get(realmId, id);
    return live && after >= live.acknowledged ? live : undefined;
  }

  private async open(realmId: RealmId, id: string, after: number): Promise<LiveQueue | undefined> {
    const name = `${realmId} ${id}`;
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
        this.opening.get(name) ?? this.restore(realmId, id, after).finally(() => this.opening.delete(name));
      this.opening.set(name, opening);
      // Another request may have opened it at a later position than this one needs.
      if ((await opening) === undefined) return undefined;
    }
  }

  /** Restores the queue at its client's position, with the realm's state there. */
  private async restore(realmId: RealmId, id: string, after: number): Promise<LiveQueue | undefined> {
    const { queueStore, directory, clock } = this.ports;
    const queue = await queueStore.find(realmId, id);
    if (queue === undefined) return undefined;
    const state = await directory.at(realmId, Math.max(after, queue.startsAfter));
    if (state === undefined) {
      await queueStore.remove(realmId, id);
      return undefined;
    }
    const live = queueReadTo(realmId, queue, state, clock.now());
    this.queues.add(live);
    return live;
  }
}
