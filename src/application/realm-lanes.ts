import { type Either, isLeft } from "fp-ts/Either";
import type { ApiError } from "../domain/errors";
import { changesRealmState, type LoggedEvent, type RealmEvent } from "../domain/event";
import { isWithdrawal, type JobOrder } from "../domain/job";
import type { RealmState } from "../domain/realm-state";
import type { JobBell } from "./jobs/job-bell";
import { jobsFollowing } from "./jobs/jobs-following";
import type { Clock } from "./ports/clock";
import {
  HeadMoved,
  type IdKind,
  type OpenTransaction,
  type RealmHead,
  type RealmTransactions,
} from "./ports/realm-transactions";
import type { Wakeup } from "./ports/wakeup";
import type { RealmDirectory } from "./realm-directory";
import type { InTransaction, Transaction } from "./transaction";

interface Job {
  readonly work: (tx: Transaction) => () => Promise<Either<ApiError, unknown>>;
  readonly resolve: (outcome: Either<ApiError, unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** Set after a failure that took others with it. */
  alone: boolean;
}

interface Ports {
  readonly transactions: RealmTransactions;
  readonly directory: RealmDirectory;
  readonly clock: Clock;
  readonly wakeup: Wakeup;
  /** Rings after a commit that had jobs in it. */
  readonly bell: Pick<JobBell, "ring">;
}

/** Moved: another process changed the realm meanwhile, and all of the batch goes again. */
type Outcome = "settled" | "moved";

const largestBatch = 128;

/**
 * Runs each realm's work one after the other, and commits work that came in meanwhile together: the lock,
 * the commit and its fsync are paid once for all of it.
 */
export const realmLanes = (ports: Ports): InTransaction => {
  const lanes = new Map<number, Job[]>();

  const drain = async (realmId: number, lane: Job[]): Promise<void> => {
    // Lets requests that arrive in the same turn of the event loop join the first batch.
    await new Promise((next) => setImmediate(next));
    let moved = false;
    while (lane.length > 0) moved = (await new Batch(ports, realmId, lane, moved).run()) === "moved";
    lanes.delete(realmId);
  };

  return (realmId, work) => () =>
    new Promise((resolve, reject) => {
      const job = { work, resolve, reject, alone: false } as Job;
      const lane = lanes.get(realmId);
      if (lane) {
        lane.push(job);
        return;
      }
      const started = [job];
      lanes.set(realmId, started);
      void drain(realmId, started);
    });
};

/** One commit, with as much of the lane as goes into it. */
class Batch {
  private readonly events: LoggedEvent[] = [];
  private readonly done: { job: Job; outcome: Either<ApiError, unknown> }[] = [];
  private position = 0;
  private messageId = 0;
  private ids: Partial<Record<IdKind, number>> = {};
  private wrote = false;
  /** When the first of its jobs is due. */
  private firstDueAt = Number.POSITIVE_INFINITY;

  constructor(
    private readonly ports: Ports,
    private readonly realmId: number,
    private readonly lane: Job[],
    /** Whether to wait for the realm's lock: after another process was faster. */
    private readonly locked: boolean,
  ) {}

  async run(): Promise<Outcome> {
    let open: OpenTransaction | undefined;
    try {
      const { transactions, directory } = this.ports;
      open = await (this.locked
        ? transactions.begin(this.realmId)
        : transactions.beginOptimistic(this.realmId));
      const state = await directory.catchUp(this.realmId, open.head.position);
      if (state.position > open.head.position)
        throw this.locked ? new Error("The log went back") : new HeadMoved();
      this.takeHead(open.head);
      const failed = await this.fill(open, state);
      if (failed) {
        // A connection that can't even roll back is gone, and the lock with it.
        await open.rollback().catch(() => undefined);
        failed();
        return this.isInDoubt ? "moved" : "settled";
      }
      if (!(await this.flushed(open))) return "settled";
      await open.commit(this.events.length > 0 ? this.newHead() : open.head);
      this.tell();
    } catch (error) {
      await open?.rollback().catch(() => undefined);
      if (error instanceof HeadMoved) {
        this.lane.unshift(...this.done.map(({ job }) => job));
        return "moved";
      }
      // What can't begin at all fails whoever waits: they would only meet the same, one timeout after another.
      if (this.done.length === 0) for (const job of this.lane.splice(0)) job.reject(error);
      for (const { job } of this.done) job.reject(error);
      return "settled";
    }
    for (const { job, outcome } of this.done) job.resolve(outcome);
    return "settled";
  }

  /** Whether the only work failed on a state that may be old: it goes again under the lock. */
  private get isInDoubt(): boolean {
    return this.done.length === 0 && !this.locked;
  }

  private newHead(): RealmHead {
    return { position: this.position, messageId: this.messageId, ids: this.ids };
  }

  private tell(): void {
    if (this.firstDueAt < Number.POSITIVE_INFINITY) this.ports.bell.ring(this.firstDueAt);
    if (this.events.length === 0) return;
    this.ports.directory.committed(this.realmId, this.events);
    this.ports.wakeup.announce(this.realmId, this.position);
  }

  /** False if the rows were refused: then each piece of work goes again by itself, so that only the culprit fails. */
  private async flushed(open: OpenTransaction): Promise<boolean> {
    try {
      await open.flush();
      return true;
    } catch (error) {
      if (this.done.length <= 1 || error instanceof HeadMoved) throw error;
      await open.rollback();
      const again = this.done.map(({ job }) => job);
      for (const job of again) job.alone = true;
      this.lane.unshift(...again);
      return false;
    }
  }

  private takeHead(head: RealmHead): void {
    this.position = head.position;
    this.messageId = head.messageId;
    this.ids = { ...head.ids };
  }

  /** Runs jobs until the batch is full. Returns what to do after a rollback if one failed half-way. */
  private async fill(open: OpenTransaction, state: RealmState): Promise<(() => void) | undefined> {
    const tx = this.transaction(open, state);
    while (this.done.length < largestBatch) {
      const job = this.lane[0];
      if (job === undefined || (job.alone && this.done.length > 0)) return undefined;
      this.lane.shift();
      const logged = this.events.length;
      this.wrote = false;
      let settle: () => void;
      try {
        const outcome = await job.work(tx)();
        if (!isLeft(outcome) || !this.wrote) {
          this.done.push({ job, outcome });
          if (job.alone || this.events.slice(logged).some(({ event }) => changesRealmState(event)))
            return undefined;
          continue;
        }
        settle = () => job.resolve(outcome);
      } catch (error) {
        if (error instanceof HeadMoved) {
          this.lane.unshift(job);
          throw error;
        }
        settle = () => job.reject(error);
      }
      return () => this.unwind(job, settle);
    }
    return undefined;
  }

  /** After a rollback: innocent work goes again, the failed one is settled, or tried by itself first. */
  private unwind(failed: Job, settle: () => void): void {
    if (this.done.length === 0 && !this.isInDoubt) {
      settle();
      return;
    }
    failed.alone = true;
    this.lane.unshift(...this.done.map(({ job }) => job), failed);
  }

  private transaction(open: OpenTransaction, state: RealmState): Transaction {
    const batch = this;
    const now = this.ports.clock.now();
    const enqueue = (orders: readonly JobOrder[]): void => {
      if (orders.length === 0) return;
      batch.wrote = true;
      for (const order of orders)
        if (!isWithdrawal(order)) batch.firstDueAt = Math.min(batch.firstDueAt, order.dueAt);
      open.jobs.enqueue(...orders);
    };
    return {
      state,
      now,
      messages: open.messages,
      readStates: open.readStates,
      directConversations: open.directConversations,
      personal: open.personal,
      attachments: open.attachments,
      credentials: {
        passwordHash: open.credentials.passwordHash,
        callToken: open.credentials.callToken,
        setPasswordHash: (...change) => {
          batch.wrote = true;
          return open.credentials.setPasswordHash(...change);
        },
        setCallToken: (...change) => {
          batch.wrote = true;
          return open.credentials.setCallToken(...change);
        },
      },
      enqueue: (...jobs) => enqueue(jobs),
      get nextMessageId() {
        return batch.messageId + 1;
      },
      newMessageId: () => {
        batch.messageId += 1;
        return batch.messageId;
      },
      newId: (kind) => {
        const id = (batch.ids[kind] ?? 0) + 1;
        batch.ids[kind] = id;
        return id;
      },
      append: (event: RealmEvent) => {
        batch.wrote = true;
        batch.position += 1;
        const logged = { position: batch.position, event };
        batch.events.push(logged);
        open.append(logged);
        enqueue(jobsFollowing(event, state, now));
      },
    };
  }
}
