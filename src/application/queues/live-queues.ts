import { chunksOf } from "fp-ts/ReadonlyArray";
import type { EventCategory } from "../../domain/events/event";
import type { EventId, RealmId, UserId } from "../../domain/ids";
import type { EventQueue, RegisteredQueue } from "../../domain/queues/event-queue";
import type { Signal } from "../../domain/queues/signal";
import type { ServerRun } from "../../domain/realm/server-run";
import type { LogStep } from "../../domain/state/log-step";
import type { RealmState } from "../../domain/state/realm-state";
import { FairTurns } from "../admission/fair-turns";
import type { SharedMemory } from "../admission/shared-memory";
import type { LogFollower } from "../held-realms/log-follower";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { EventLog } from "../ports/events/event-log";
import type { EventQueueStore, QueueName } from "../ports/events/event-queue-store";
import type { Wakeup } from "../ports/events/wakeup";
import type { Clock } from "../ports/system/clock";
import { type IdShortage, idShortages } from "./id-shortage";
import { dropLongNarrows, mostIdleTogether } from "./idle-memory";
import { holds, type LiveQueue, LocalQueues, queueReadTo, seenAt } from "./live-queue";
import { LogReadPermit, logReadLimits } from "./log-read-permit";
import type { PollResult } from "./poll-result";
import { QueueDelivery } from "./queue-delivery";
import { QueueLoader } from "./queue-loader";
import { QueuePolls, type Reading } from "./queue-polls";

interface Ports {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly queueStore: EventQueueStore;
  readonly clock: Clock;
  readonly run: ServerRun;
  readonly onError: (error: unknown) => void;
  /** What polls that read the log share with other heavy work. */
  readonly sharedMemory: SharedMemory;
  readonly wakeup: Pick<Wakeup, "signal">;
}

/** A queue, and the log position that its client has acknowledged. */
export type FoundQueue = RegisteredQueue & Pick<EventQueue, "acknowledged">;

const forgetAfterMilliseconds = 120_000;
/** How many ended queues one signal names, so that it fits into any notification. */
const mostInSignal = 50;

/**
 * The queues that clients poll on this node. Each is a cache of the log: it can be dropped at any time, and
 * is read again when its client polls, here or on another node. Decision 4.
 */
export class LiveQueues implements LogFollower {
  private readonly queues = new LocalQueues();
  private readonly logReads: FairTurns;
  private readonly loader: QueueLoader;
  private readonly polls: QueuePolls;
  private readonly delivery: QueueDelivery;

  constructor(
    private readonly ports: Ports,
    private readonly idleTogether = mostIdleTogether,
  ) {
    this.logReads = new FairTurns(logReadLimits, { memory: ports.sharedMemory });
    const remove = (realmId: RealmId, id: string): Promise<void> => this.remove(realmId, id);
    this.loader = new QueueLoader(ports, this.queues, remove);
    this.polls = new QueuePolls(ports, this.queues, this.loader, remove);
    this.delivery = new QueueDelivery(ports, this.queues, idleTogether, () => this.polls.answerTime);
  }

  /** Number of queues in memory. */
  get size(): number {
    return this.queues.size;
  }

  /** Estimated milliseconds that delivering events to clients took since the start, or will take. */
  get deliveryTime(): number {
    return this.delivery.deliveryTime;
  }

  /** Adds a new queue, which joins live events at once, because signals reach only present queues. */
  async adopt(realmId: RealmId, queue: EventQueue, state: RealmState): Promise<void> {
    const live = queueReadTo(realmId, queue, state, this.ports.clock.now());
    this.queues.add(live);
    await this.loader.readOn(live);
  }

  /** The queue, if it is in memory. */
  held(realmId: RealmId, id: string): Pick<LiveQueue, "queue" | "acknowledged"> | undefined {
    return this.queues.get(realmId, id);
  }

  /** The queue, immediately from memory or later from storage; undefined if there is none. */
  find(realmId: RealmId, id: string): FoundQueue | Promise<FoundQueue | undefined> {
    const held = this.held(realmId, id);
    return held
      ? { ...held.queue, acknowledged: held.acknowledged }
      : this.ports.queueStore.find(realmId, id);
  }

  /** The users with a queue here that holds the event at a log position and takes events of the category. */
  receiversOf(realmId: RealmId, position: number, category: EventCategory): readonly UserId[] {
    const takes = (live: LiveQueue): boolean => {
      const { categories } = live.queue;
      return (categories === null || categories.includes(category)) && holds(live, position);
    };
    return [...(this.queues.byUser(realmId) ?? [])].flatMap(([userId, queues]) =>
      [...queues].some(takes) ? [userId] : [],
    );
  }

  /** The items after an event id, once there are any, as `QueuePolls` says. */
  poll(
    realmId: RealmId,
    id: string,
    afterId: EventId,
    waitMilliseconds: number,
    reading: Reading,
  ): Promise<PollResult | undefined> {
    return this.polls.poll(realmId, id, afterId, waitMilliseconds, reading);
  }

  /** The permit of a poll that may have to read the log. It isn't acquired yet. */
  logReadPermit(): LogReadPermit {
    return new LogReadPermit(this.logReads);
  }

  /** Like `poll`, but without promises, for a queue that follows live events here. */
  pollLive(
    realmId: RealmId,
    id: string,
    afterId: EventId,
    waitMilliseconds: number,
    answer: (result: PollResult | undefined) => void,
  ): (() => void) | undefined {
    return this.polls.pollLive(realmId, id, afterId, waitMilliseconds, answer);
  }

  /** Records a new connection, so that further clients can connect before more polls are answered. */
  giveWay(): void {
    this.polls.giveWay();
  }

  /**
   * Deletes a queue for good, and only then ends its polls: a client whose poll ended earlier could come back and find the
   * queue again.
   */
  async remove(realmId: RealmId, id: string): Promise<void> {
    await this.ports.queueStore.remove(realmId, id);
    this.end(realmId, [id]);
  }

  /** Ends the polls of deleted queues, on this node and all others. */
  end(realmId: RealmId, ids: readonly string[]): void {
    this.endHere(ids.map((id) => ({ realmId, id })));
    for (const queueIds of chunksOf(mostInSignal)(ids))
      this.ports.wakeup.signal(realmId, { type: "queues_ended", queueIds });
  }

  /** Ends the polls of queues that are already deleted, on this node. */
  endHere(deleted: readonly QueueName[]): void {
    for (const { realmId, id } of deleted) {
      this.loader.forget(realmId, id);
      const live = this.queues.get(realmId, id);
      if (live) this.queues.end(live);
    }
  }

  /**
   * Stores how far clients have come. Ends queues that were deleted on another node, and drops those that nobody polls here any
   * more or whose narrows take too much memory.
   */
  async settleQueues(): Promise<void> {
    const now = this.ports.clock.now();
    this.endHere(await this.ports.queueStore.touch([...this.queues.all()].map((live) => seenAt(live, now))));
    for (const live of this.queues.all())
      if (!live.wake && now - live.lastSeenAt > forgetAfterMilliseconds) this.queues.drop(live);
    dropLongNarrows(this.queues, this.idleTogether);
  }

  /** The realms where a queue here is short of ids. */
  shortOfIds(): Iterable<IdShortage> {
    return idShortages(this.queues, this.ports.directory);
  }

  /** Delivers the event to its audience, judged by the realm's state right after it. */
  follow(realmId: RealmId, step: LogStep): void {
    this.delivery.follow(realmId, step);
  }

  /** Wakes the polls that received events. */
  settle(): void {
    this.delivery.settle();
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
    this.delivery.signal(realmId, state, signal);
  }

  /** Ends a user's waits, so that each poll checks its authorization again. */
  wake(realmId: RealmId, userId: UserId): void {
    for (const live of this.queues.byUser(realmId)?.get(userId) ?? []) live.wake?.();
  }

  /** Ends all waits when the server stops. */
  async close(): Promise<void> {
    this.polls.close();
    await this.settleQueues();
  }
}
