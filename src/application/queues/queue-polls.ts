import type { EventId, RealmId } from "../../domain/ids";
import { positionOf, receivedUpTo } from "../../domain/queues/event-queue";
import type { ServerRun } from "../../domain/realm/server-run";
import { SlicedWork } from "../admission/sliced-work";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { EventQueueStore } from "../ports/events/event-queue-store";
import type { Clock } from "../ports/system/clock";
import type { Requester } from "../ports/system/requester";
import { announceRestart } from "./announce-restart";
import { isPositionInLog } from "./is-position-in-log";
import { dropAcknowledged, type LiveQueue, type LocalQueues, seenAt } from "./live-queue";
import type { LogReadPermit } from "./log-read-permit";
import { onWakeOrTimeout } from "./on-wake-or-timeout";
import { type PollResult, pollResult } from "./poll-result";
import type { PollingClient } from "./polling-client";
import type { QueueLoader } from "./queue-loader";
import { TimerWheel } from "./timer-wheel";

interface Ports {
  readonly directory: RealmDirectory;
  readonly queueStore: EventQueueStore;
  readonly clock: Clock;
  readonly run: ServerRun;
  readonly onError: (error: unknown) => void;
}

/** Who polls a queue that may have to be read from the log, and their permit to do so. */
export interface Reading {
  readonly requester: Requester;
  /** Held from before the poll reads until it waits; otherwise the caller releases it once the answer is written. */
  readonly permit: LogReadPermit;
  readonly client: PollingClient;
}

const nothing = (): void => {};

/** For a client that left, and for a poll whose queue a newer one took over while it was read. */
const over: PollResult = { items: [], heartbeatId: undefined, isOver: true };

/** Events read from the log aren't shared with other queues, so a queue holds at most this many characters of them. */
const mostUnsentLength = 64_000;

/** Milliseconds of answers in one turn of the event loop. */
const answerSlice = 20;

/** The polls of clients for their queues' events. */
export class QueuePolls {
  private readonly heartbeats = new TimerWheel();
  /**
   * Runs after a wait has ended. An answer must not interrupt the delivery of an event to other queues, nor delay the answer to the
   * client that sent it.
   */
  private readonly answers: SlicedWork;
  private closed = false;

  constructor(
    private readonly ports: Ports,
    private readonly queues: LocalQueues,
    private readonly loader: QueueLoader,
    private readonly remove: (realmId: RealmId, id: string) => Promise<void>,
  ) {
    this.answers = new SlicedWork(ports.onError, answerSlice);
  }

  /**
   * The items after the event id `afterId`, waiting up to `waitMilliseconds` for one. A newer poll of the
   * same queue, a disconnect and the server's shutdown end the wait. Undefined when the queue is gone.
   */
  async poll(
    realmId: RealmId,
    id: string,
    afterId: EventId,
    waitMilliseconds: number,
    { requester, permit, client }: Reading,
  ): Promise<PollResult | undefined> {
    const after = receivedUpTo(afterId);
    const { directory } = this.ports;
    const isKnown = positionOf(afterId) <= directory.positionOf(realmId);
    if (!isKnown && !(await isPositionInLog(directory, realmId, positionOf(afterId))))
      return this.lose(realmId, id);
    for (;;) {
      const opened = this.loader.openedAt(realmId, id, after);
      const isInMemory = opened !== undefined && opened.readTo === undefined;
      if (!isInMemory && !(await permit.acquire(requester, client))) return over;
      if (!this.loader.openedAt(realmId, id, after) && !(await this.loader.open(realmId, id, after)))
        return undefined;
      if (client.isGone) return over;
      const live = this.loader.openedAt(realmId, id, after);
      // Another poll has taken the queue past this position since it was opened.
      if (live === undefined) continue;
      const poll = this.begin(live, afterId);
      const reads = live.readTo !== undefined;
      const isComplete = !reads || (await this.loader.readPast(live, afterId));
      // A newer poll waited for the same read, and acts on its result.
      if (live.polls !== poll) return over;
      if (!isComplete) return this.lose(realmId, id);
      // A queue that was dropped during this read gets no further events, so it must be reopened.
      if (this.queues.get(realmId, id) !== live) continue;
      if (!reads) dropAcknowledged(live, afterId);
      announceRestart(this.ports, live, afterId);
      const waits = waitMilliseconds > 0;
      // A queue that still reads the log answers with a heartbeat there: its client comes back for the rest.
      const isCaughtUp = live.readTo === undefined;
      if (waits && isCaughtUp && live.pending.length === 0 && !this.closed) {
        // Events that arrive during the wait are shared with other queues.
        permit.release();
        await new Promise<void>((resolve) =>
          client.whenGone(onWakeOrTimeout(this.heartbeats, live, waitMilliseconds, resolve)),
        );
      }
      const result = this.conclude(live, poll, afterId, waits);
      if (result === undefined) return undefined;
      if (reads && live.pendingLength > mostUnsentLength) await this.releaseQueue(live);
      return client.isGone ? over : result;
    }
  }

  /**
   * Like `poll`, for a queue that already follows live events here, which is the usual case. It needs none of the
   * promises that thousands of waiting polls would hold. Calls `answer` once, in a later turn of the event loop: when
   * there are items, or when the wait ends. @returns the function that ends the wait, or undefined if only `poll` can
   * answer.
   */
  pollLive(
    realmId: RealmId,
    id: string,
    afterId: EventId,
    waitMilliseconds: number,
    answer: (result: PollResult | undefined) => void,
  ): (() => void) | undefined {
    if (positionOf(afterId) > this.ports.directory.positionOf(realmId)) return undefined;
    const live = this.loader.openedAt(realmId, id, receivedUpTo(afterId));
    if (live === undefined || live.readTo !== undefined) return undefined;
    const poll = this.begin(live, afterId);
    dropAcknowledged(live, afterId);
    announceRestart(this.ports, live, afterId);
    const waits = waitMilliseconds > 0;
    const conclude = (): void => answer(this.conclude(live, poll, afterId, waits));
    const follow = (): void => this.answers.add(conclude);
    if (waits && live.pending.length === 0 && !this.closed)
      return onWakeOrTimeout(this.heartbeats, live, waitMilliseconds, follow);
    follow();
    return nothing;
  }

  /** The average milliseconds that answering a poll took lately. */
  get answerTime(): number {
    return this.answers.pieceTime;
  }

  /** Records a new connection, so that further clients can connect before more polls are answered. */
  giveWay(): void {
    this.answers.giveWay();
  }

  /** Ends all waits, including future ones. */
  close(): void {
    this.closed = true;
    for (const live of this.queues.all()) live.wake?.();
  }

  /**
   * The position up to which there is certainly nothing for a client at `after`, whose queue has no pending events: where
   * the queue has read to, or the newest one that this node knows, unless the queue was dropped.
   */
  private deliveredUpTo(live: LiveQueue, after: number): number {
    if (this.queues.get(live.realmId, live.queue.id) !== live) return after;
    return Math.max(after, live.readTo?.position ?? this.ports.directory.positionOf(live.realmId));
  }

  /** Takes the queue, which hasn't passed the id, over from an earlier poll. @returns the number of this one. */
  private begin(live: LiveQueue, afterId: EventId): number {
    live.wake?.();
    live.polls += 1;
    live.lastSeenAt = this.ports.clock.now();
    live.acknowledged = receivedUpTo(afterId);
    live.lastId = Math.max(live.lastId, afterId);
    return live.polls;
  }

  /** The result of a poll that no longer waits; undefined if the queue has ended. */
  private conclude(live: LiveQueue, poll: number, afterId: EventId, waits: boolean): PollResult | undefined {
    if (live.isEnded) return undefined;
    live.lastSeenAt = this.ports.clock.now();
    const upTo = this.deliveredUpTo(live, receivedUpTo(afterId));
    const isOver = this.closed || live.polls !== poll;
    return pollResult(live, afterId, upTo, { hasWaited: waits, isOver });
  }

  /** Drops a queue, after storing how far its client has come. */
  private async releaseQueue(live: LiveQueue): Promise<void> {
    if (this.queues.get(live.realmId, live.queue.id) !== live) return;
    this.queues.drop(live);
    await this.ports.queueStore.touch([seenAt(live, this.ports.clock.now())]);
  }

  /** Deletes a queue whose events are gone. */
  private async lose(realmId: RealmId, id: string): Promise<undefined> {
    await this.remove(realmId, id);
    return undefined;
  }
}
