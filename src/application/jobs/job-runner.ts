import { groupedBy } from "../../domain/collections/grouped-by";
import { type JobKind, jobKinds, startedBy } from "../../domain/jobs/job";
import type { ClaimedJob, JobDemand, JobQueue } from "../ports/jobs/job-queue";
import type { Clock } from "../ports/system/clock";
import type { Metrics } from "../ports/system/metrics";
import type { Tracing } from "../ports/system/tracing";
import { InterruptiblePause } from "./interruptible-pause";
import type { JobBell } from "./job-bell";
import { type RunnableKind, runOutcomes, type Settlement } from "./job-handler";

interface Ports {
  readonly jobQueue: JobQueue;
  readonly clock: Clock;
  readonly bell: JobBell;
  readonly kinds: Readonly<Record<JobKind, RunnableKind>>;
  readonly onError: (error: unknown) => void;
  readonly tracing: Tracing;
  readonly metrics: Metrics;
  /**
   * The longest pause between polls of the queue, in milliseconds. Jobs that other processes enqueue wait at most this
   * long to be found.
   */
  readonly longestPause?: number;
  /** While true, no job begins: it might begin too early, and do its work at a wrong time. */
  readonly isClockWrong?: () => boolean;
  /** Kinds that this process leaves to others for now. */
  readonly leftToOthers?: () => readonly JobKind[];
}

interface Running {
  readonly job: ClaimedJob;
  readonly ended: Promise<void>;
}

/** How long a claim lasts without renewal, in milliseconds: a dead process loses its jobs after that. */
const lease = 30_000;
const extendEvery = lease / 3;
const usualPause = 5000;
/** Pause while a due job is blocked: another job of its lane runs elsewhere, or its share has used up its places. */
const blockedPause = 1000;
/** How long a stop waits for running jobs. */
const patience = 5000;
const longestError = 1000;

/**
 * Claims due jobs of all realms and runs them concurrently. Any number of processes may share one queue. It
 * polls when a commit of this process rings, when the next job is due, and every few seconds.
 */
export class JobRunner {
  private readonly running = new Set<Running>();
  private readonly pause: InterruptiblePause;
  private working: Promise<void> | undefined;
  private isStopping = false;
  private unlisten = (): void => {};
  private extending: NodeJS.Timeout | undefined;

  constructor(private readonly ports: Ports) {
    this.pause = new InterruptiblePause(ports.clock);
  }

  /** Runs jobs until it is stopped. */
  start(): void {
    if (this.working !== undefined) return;
    this.isStopping = false;
    this.unlisten = this.ports.bell.listen((dueAt) => this.pause.endBy(dueAt));
    this.working = this.work();
    const { metrics } = this.ports;
    for (const kind of jobKinds) {
      metrics.startAtZero("job_delay_seconds", { kind });
      for (const outcome of runOutcomes) metrics.startAtZero("job_runs_total", { kind, outcome });
    }
  }

  /** Stops claiming, waits briefly for running jobs, and releases the others. */
  async stop(waitMilliseconds = patience): Promise<void> {
    this.isStopping = true;
    this.unlisten();
    this.pause.end();
    await this.working;
    this.working = undefined;
    let timer: NodeJS.Timeout | undefined;
    const impatient = new Promise((resolve) => {
      timer = setTimeout(resolve, waitMilliseconds);
    });
    await Promise.race([Promise.all([...this.running].map(({ ended }) => ended)), impatient]);
    clearTimeout(timer);
    clearInterval(this.extending);
    this.extending = undefined;
    const left = [...this.running].map(({ job }) => job);
    if (left.length > 0) await this.ports.jobQueue.release(left).catch(this.ports.onError);
  }

  /** Runs what is due now, and what follows from it, until nothing is due: for tests and commands. */
  async runDue(kinds: readonly JobKind[] = jobKinds): Promise<void> {
    for (;;) {
      // A job that ends while the claim is running frees its lane too late to be noticed.
      const wasIdle = this.running.size === 0;
      const begun = await this.claim(kinds, this.ports.clock.now());
      if (begun > 0) continue;
      if (wasIdle) return;
      if (this.running.size > 0) await Promise.race([...this.running].map(({ ended }) => ended));
    }
  }

  private async work(): Promise<void> {
    const { longestPause = usualPause, isClockWrong = () => false } = this.ports;
    while (!this.isStopping) {
      this.pause.begin();
      const lookedAt = this.ports.clock.now();
      let until = lookedAt + longestPause;
      try {
        const mayBegin = !isClockWrong();
        const begun = mayBegin ? await this.claim(jobKinds, lookedAt) : 0;
        if (begun > 0) until = 0;
        else if (mayBegin) until = await this.nextLook(lookedAt, until);
      } catch (error) {
        this.ports.onError(error);
      }
      if (!this.isStopping) await this.pause.until(until);
    }
  }

  private async nextLook(lookedAt: number, latest: number): Promise<number> {
    const { jobQueue, clock } = this.ports;
    const dueAt = await jobQueue.nextDueAt(this.demands(jobKinds).map(({ kind }) => kind));
    if (dueAt === undefined) return latest;
    // A job that was already due when the claim ran must be blocked; one that has become due since isn't.
    return Math.min(latest, dueAt > lookedAt ? dueAt : clock.now() + blockedPause);
  }

  /** The free capacity of each kind: slow jobs of one kind don't block the others. */
  private demands(kinds: readonly JobKind[]): readonly JobDemand[] {
    const running = groupedBy([...this.running], ({ job }) => job.kind);
    const left = this.ports.leftToOthers?.() ?? [];
    return kinds
      .filter((kind) => !left.includes(kind))
      .map((kind) => {
        const { atOnce, atOnceEach } = this.ports.kinds[kind];
        const busy = running.get(kind) ?? [];
        const sharing = atOnceEach !== undefined && {
          sharing: {
            each: atOnceEach,
            running: busy.map(({ job: { realmId, share } }) => ({ realmId, share, count: 1 })),
          },
        };
        return { kind, limit: atOnce - busy.length, ...sharing };
      })
      .filter(({ limit }) => limit > 0);
  }

  /** Starts as many due jobs as there is capacity for; returns how many. */
  private async claim(kinds: readonly JobKind[], now: number): Promise<number> {
    const demands = this.demands(kinds);
    if (demands.length === 0) return 0;
    const claimed = await this.ports.jobQueue.claim(demands, now, lease);
    for (const job of claimed) this.begin(job);
    return claimed.length;
  }

  private begin(job: ClaimedJob): void {
    // A running job keeps the process alive; the timer that extends its lease must not.
    this.extending ??= setInterval(() => this.extend(), extendEvery).unref();
    const running: Running = {
      job,
      ended: this.run(job)
        // If the result can't be written, the job runs again when its lease ends.
        .catch(this.ports.onError)
        .then(() => {
          this.running.delete(running);
          if (this.running.size === 0) {
            clearInterval(this.extending);
            this.extending = undefined;
          }
          this.pause.end();
        }),
    };
    this.running.add(running);
  }

  private extend(): void {
    const { jobQueue, onError } = this.ports;
    const claims = [...this.running].map(({ job }) => job);
    jobQueue.extend(claims, lease).catch(onError);
  }

  private async run(job: ClaimedJob): Promise<void> {
    const { kinds, onError, tracing, metrics, clock } = this.ports;
    const { kind, origin: from, attempts } = job;
    metrics.observe("job_delay_seconds", Math.max(0, clock.now() - job.dueAt) / 1000, { kind });
    const span = tracing.begin({
      name: `job ${kind}`,
      kind: "consumer",
      from,
      attributes: { "parley.attempt": attempts },
    });
    let outcome: (typeof runOutcomes)[number] = "unsettled";
    try {
      const settlement = await span.within(async () => {
        const settlement = await kinds[kind].run(job, onError);
        await this.settle(job, settlement);
        outcome = settlement.kind;
        return settlement;
      });
      const isFailed = settlement.kind !== "complete";
      span.end({ "parley.outcome": settlement.kind }, isFailed ? settlement.kind : undefined);
    } catch (error) {
      span.end({}, error);
      throw error;
    } finally {
      metrics.count("job_runs_total", { kind, outcome });
    }
  }

  private settle(job: ClaimedJob, settlement: Settlement): Promise<void> {
    const { jobQueue, clock, tracing } = this.ports;
    const now = clock.now();
    if (settlement.kind === "complete")
      return jobQueue.complete(job, startedBy(tracing.origin(), settlement.next));
    // It may quote another server's answer, and PostgreSQL refuses null bytes: the job could never be settled.
    const error = settlement.error.slice(0, longestError).replaceAll("\0", "").toWellFormed();
    if (settlement.kind === "bury") return jobQueue.bury(job, now, error);
    const { delay, payload } = settlement;
    return jobQueue.postpone(job, {
      dueAt: now + delay,
      error,
      ...(payload !== undefined && { payload }),
    });
  }
}
