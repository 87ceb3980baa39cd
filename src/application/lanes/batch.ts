import * as E from "fp-ts/Either";
import { notLoggedIn } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import { startedBy } from "../../domain/jobs/job";
import type { RealmState } from "../../domain/state/realm-state";
import type { Acting, Caller } from "../caller";
import type { CommitSlot } from "../ports/events/event-store";
import { inSpan } from "../ports/system/tracing";
import type { LaneReaders } from "../transaction";
import type { ReadDependency } from "./change-set";
import { commitSpan } from "./commit-span";
import { Decision } from "./decision";
import { type Decided, followCommit } from "./follow-commit";
import { guardedReaders } from "./guarded-readers";
import type { LaneLine } from "./lane-line";
import type { LanePorts } from "./lane-ports";
import type { LaneTimes } from "./lane-times";
import { LoopLag } from "./loop-lag";
import type { QueuedWork } from "./queued-work";
import { hasSession, WaitingSessions } from "./waiting-sessions";

/** Limits of one commit, in pieces of work and in rows that they write: everybody in it waits until it is written. */
const largestBatch = 128;
const heaviestBatch = 2000;

/** An answer of more items keeps the process busy itself, while it is decoded. */
const mostItems = 100;
const isLong = (result: unknown): boolean =>
  (Array.isArray(result) && result.length > mostItems) ||
  ((result instanceof Map || result instanceof Set) && result.size > mostItems);

/** Thrown into work whose realm moved during a read, so that it runs again. */
class RunAgain extends Error {}

/**
 * Runs waiting work on the realm's newest state and commits its decisions, usually all in one commit. Before
 * work reads what earlier work of the batch changes, the earlier work commits.
 */
export class Batch {
  private slot: CommitSlot | undefined;
  private readonly taken: QueuedWork[] = [];
  private decided: Decided[] = [];
  private weight = 0;
  /** How many milliseconds decisions have waited for the commits of earlier ones, and for others' work in this process. */
  private waited = 0;
  /** How many pieces of work a failed commit put back at the front of the lane. */
  private putBack = 0;
  /** The commit that reads wait for. */
  private committing: Promise<void> | undefined;
  private readonly loopLag = new LoopLag();
  private readonly readers: LaneReaders;
  private readonly sessions: WaitingSessions;

  constructor(
    private readonly ports: LanePorts,
    private readonly realmId: RealmId,
    private readonly lane: LaneLine,
    private readonly times: LaneTimes,
  ) {
    this.readers = guardedReaders(
      ports,
      (read) => this.beforeRead(read),
      (read) => this.withoutLag(read),
    );
    this.sessions = new WaitingSessions(ports.sessions, lane);
  }

  async run(): Promise<void> {
    try {
      await this.runWaiting();
    } catch (error) {
      // A bug in the lane must not leave callers waiting forever. Those who have been answered hear nothing of it.
      for (const { reject } of this.taken) reject(error);
      await this.slot?.release().catch(this.ports.onError);
      throw error;
    }
  }

  private async runWaiting(): Promise<void> {
    let state: RealmState;
    try {
      state = await this.open();
    } catch (error) {
      // If no slot can be opened, everyone waiting is rejected: trying each would only repeat the timeout.
      for (const waiting of this.lane.clear()) waiting.reject(error);
      return;
    }
    for (let count = 0; count < largestBatch; count += 1) {
      const next = this.lane.take(count === 0);
      if (next === undefined) break;
      this.taken.push(next);
      state = await this.decide(next, state);
      if (this.slot === undefined || next.isAlone || this.weight >= heaviestBatch) break;
    }
    await this.commit();
  }

  /** Opens a slot, and brings the state to its position. */
  private async open(): Promise<RealmState> {
    this.sessions.forget();
    const { eventStore, directory } = this.ports;
    for (;;) {
      const seen = directory.positionOf(this.realmId);
      const slot = await eventStore.begin(this.realmId, seen);
      try {
        if (slot.head.position < seen) directory.discard(this.realmId);
        const state = await directory.catchUp(this.realmId, slot.head.position);
        if (state.position === slot.head.position) {
          this.slot = slot;
          return state;
        }
      } catch (error) {
        await slot.release().catch(this.ports.onError);
        throw error;
      }
      // Another node committed after the slot was opened, and this node has already applied that: open another one there.
      await slot.release();
    }
  }

  /** Runs the work, and returns the state after it. */
  private async decide(waiting: QueuedWork, state: RealmState): Promise<RealmState> {
    const { slot } = this;
    if (slot === undefined) throw new Error("A batch continued after its slot was used");
    const head = this.decided.at(-1)?.decision.head ?? slot.head;
    const { by, content } = waiting;
    const decision = new Decision(head, state, this.readers, content, this.ports, by);
    content.beginRun();
    const began = performance.now() - this.waited;
    const add = (answer: () => void): void => {
      this.weight += decision.weight;
      const took = Math.max(0, performance.now() - this.waited - began);
      this.decided.push({ waiting, decision, took, answer });
    };
    try {
      const outcome = (await this.isSignedOut(by, decision))
        ? E.left(notLoggedIn)
        : await waiting.work(decision);
      // A read failed because the batch couldn't commit, and the work carried on regardless.
      if (this.slot === undefined) throw new RunAgain();
      if (E.isLeft(outcome) || content.isMissing) decision.withdraw();
      else decision.complete();
      add(() => waiting.resolve(outcome));
    } catch (error) {
      decision.withdraw();
      if (error instanceof RunAgain) await this.runAgain(waiting);
      else if (this.slot === undefined) waiting.reject(error);
      // The work may have failed because its state was stale; the commit of the batch will show that.
      else add(() => waiting.reject(error));
    }
    return decision.stateAfter;
  }

  /** Whether the session that authenticated the request has ended, perhaps by earlier work of this batch. */
  private async isSignedOut(by: Acting | Caller, { state, now }: Decision): Promise<boolean> {
    if (!hasSession(by)) return false;
    await this.beforeRead([{ kind: "credentials", users: [by.userId] }]);
    return !(await this.withoutLag(() => this.sessions.isValid(by, state, now)));
  }

  /** Reads, and doesn't count against the work how long others' work kept the answer from it. */
  private async withoutLag<A>(read: () => Promise<A>): Promise<A> {
    const { result, lag } = await this.loopLag.during(read);
    if (!isLong(result)) this.waited += lag;
    return result;
  }

  /** Puts the work behind other work that must run again first. */
  private async runAgain(waiting: QueuedWork): Promise<void> {
    this.lane.putBack([waiting], this.putBack);
    const { slot } = this;
    this.slot = undefined;
    await slot?.release().catch(this.ports.onError);
  }

  /** Commits earlier decisions if they may change the answer to a read. */
  private async beforeRead(read: readonly ReadDependency[]): Promise<void> {
    if (this.decided.some(({ decision }) => decision.changes(read))) this.committing = this.commitEarlier();
    await this.committing;
  }

  private async commitEarlier(): Promise<void> {
    const committed = this.decided.at(-1)?.decision.head.position;
    const began = performance.now();
    if (!(await this.commit())) throw new RunAgain();
    const state = await this.open();
    this.waited += performance.now() - began;
    // If the position is unchanged, everything that the work has read is still valid.
    if (state.position !== committed) throw new RunAgain();
  }

  /** Returns false if nothing was committed and the work waits again. */
  private async commit(): Promise<boolean> {
    const { slot, decided, weight } = this;
    const { tracing, metrics } = this.ports;
    if (slot === undefined) return false;
    const events = decided.flatMap(({ decision }) => decision.events);
    const jobs = decided.flatMap(({ decision }) => decision.jobs);
    const secrets = decided.flatMap(({ decision }) => decision.secrets);
    const writers = decided.map(({ waiting }) => waiting);
    const audit = decided.flatMap(({ decision }) => decision.entries);
    const head = decided.at(-1)?.decision.head ?? slot.head;
    this.slot = undefined;
    this.decided = [];
    this.weight = 0;
    let began = performance.now();
    try {
      const { result: appended, lag } = await this.loopLag.during(() =>
        inSpan(tracing, commitSpan(writers, events.length, jobs.length), () =>
          slot.append({ events, jobs: startedBy(tracing.origin(), jobs), head, secrets, audit }),
        ),
      );
      began += lag;
      if (E.isLeft(appended)) {
        if (appended.left.kind === "moved") metrics.count("commit_conflicts_total", {});
        if (appended.left.kind === "moved") this.again(writers);
        else this.refuse(writers, appended.left.error);
        return false;
      }
    } catch (error) {
      for (const { waiting } of decided) waiting.reject(error);
      return false;
    }
    const perRow = (performance.now() - began) / weight;
    followCommit(this.ports, this.times, this.realmId, { decided, events, jobs, secrets, perRow });
    return true;
  }

  private again(writers: readonly QueuedWork[]): void {
    this.lane.putBack(writers);
    this.putBack = writers.length;
  }

  /** One of them caused the refusal: each runs again alone, so that only that one fails. */
  private refuse(writers: readonly QueuedWork[], error: unknown): void {
    if (writers.length === 1) writers[0]?.reject(error);
    for (const waiting of writers) waiting.isAlone = true;
    if (writers.length > 1) this.again(writers);
  }
}
