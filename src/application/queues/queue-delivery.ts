import type { RealmId } from "../../domain/ids";
import { audienceOf } from "../../domain/queues/event-audience";
import type { QueueItem } from "../../domain/queues/event-queue";
import { accepts, isPublicExtra } from "../../domain/queues/event-selection";
import { audienceOfSignal, type Signal, wantsSignal } from "../../domain/queues/signal";
import type { LogStep } from "../../domain/state/log-step";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";
import { deliverSignal } from "./deliver-signal";
import { dropLongIdle, holdsTooMuch } from "./idle-memory";
import { addItem, itemLength, type LiveQueue, type LocalQueues, mostPending } from "./live-queue";
import { localAudience } from "./local-audience";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** After an answer, its client sends the next poll, which takes about as long. */
const withNextPoll = 2;
/** In milliseconds. Whoever writes to many doesn't answer for an answer that took long, such as one with many events. */
const mostPerAnswer = 0.2;
/** Milliseconds of each event: little where a client waits, and its part of a later answer where the client is about to poll. */
const perEvent = 0.01;

/** Delivers events and signals to this node's queues as they happen. */
export class QueueDelivery {
  private readonly woken = new Set<LiveQueue>();
  private answering = 0;

  constructor(
    private readonly ports: Ports,
    private readonly queues: LocalQueues,
    private readonly idleTogether: number,
    /** Milliseconds that an answer takes. */
    private readonly answerTime: () => number,
  ) {}

  /** Estimated milliseconds that answers to polls took since the start, or will take, because of events. */
  get deliveryTime(): number {
    return this.answering;
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
    const length = itemLength(step);
    for (const { user, queues, isAddressed } of localAudience(
      users,
      audienceOf(event),
      after,
      now,
      withOthers,
    ))
      for (const live of queues)
        if (this.takes(live, step, user, isAddressed, now)) this.hand(live, step, length);
  }

  /** Wakes the polls that received events. */
  settle(): void {
    dropLongIdle(this.queues, this.idleTogether);
    const each = withNextPoll * Math.min(mostPerAnswer, this.answerTime());
    for (const live of this.woken) {
      const isIdle = live.wake === undefined;
      if (!isIdle) this.answering += each;
      live.wake?.();
      if (live.pending.length > mostPending || (isIdle && holdsTooMuch(live))) this.queues.drop(live);
    }
    this.woken.clear();
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

  private takes(live: LiveQueue, step: LogStep, user: User, isAddressed: boolean, now: number): boolean {
    if (live.readTo !== undefined) return false;
    return (isAddressed || isPublicExtra(live.queue, step, user, now)) && accepts(live.queue, step.event);
  }

  private hand(live: LiveQueue, item: QueueItem, length: number): void {
    addItem(live, item, length);
    this.answering += perEvent;
    this.woken.add(live);
  }
}
