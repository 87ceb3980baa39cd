import * as E from "fp-ts/Either";
import type * as t from "io-ts";
import type { JobId, RealmId } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import { millisecondsIn } from "../../domain/units/time";
import type { ClaimedJob } from "../ports/jobs/job-queue";

/** The result of running a job. */
export type JobOutcome<Payload> =
  /** With follow-up jobs, enqueued in the same commit. */
  | { readonly kind: "done"; readonly next: readonly NewJob[] }
  | {
      readonly kind: "failed";
      readonly error: string;
      /** The part of the payload to retry; absent for all of it. */
      readonly left?: Payload;
      /** The shortest delay before the retry, in milliseconds. */
      readonly retryAfter?: number | undefined;
    }
  /** It will never succeed: no retry. */
  | { readonly kind: "hopeless"; readonly error: string };

/** One run of a job. */
interface JobRun<Payload> {
  readonly realmId: RealmId;
  readonly jobId: JobId;
  readonly payload: Payload;
  /** Whether the job is given up if this run fails. */
  readonly isLastTry: boolean;
}

/** How to run one kind of job. */
export interface JobHandler<Payload> {
  /** Decodes the stored payload. */
  readonly payload: t.Type<Payload, unknown, unknown>;
  /** The most concurrent runs in one process. */
  readonly atOnce: number;
  /**
   * The most concurrent runs of one share in one process. Without it, jobs begin in the order in which they are due, and places aren't
   * shared out: only for kinds that wait for nobody, or that nobody can cause in number.
   */
  readonly atOnceEach?: number;
  /** The delay after a number of failures, in milliseconds; undefined to give up. */
  readonly delayAfter: (failures: number, payload: Payload) => number | undefined;
  /** The payload to retry after an exception; without it, the same. */
  readonly retried?: (payload: Payload) => Payload;
  /** Does the job. It may run more than once, even after it succeeded. An exception counts as a failure. */
  readonly run: (job: JobRun<Payload>) => Promise<JobOutcome<Payload>>;
}

/** How a claim ends after its run. */
export type Settlement =
  | { readonly kind: "complete"; readonly next: readonly NewJob[] }
  | { readonly kind: "postpone"; readonly delay: number; readonly error: string; readonly payload?: unknown }
  | { readonly kind: "bury"; readonly error: string };

const settlementKinds = ["complete", "postpone", "bury"] as const satisfies readonly Settlement["kind"][];

/** How runs are counted. A run is unsettled if its settlement couldn't be written: the job runs again once its claim has lapsed. */
export const runOutcomes = [...settlementKinds, "unsettled"] as const;

/** A handler as the runner sees it, whatever its payload. */
export interface RunnableKind {
  readonly atOnce: number;
  readonly atOnceEach?: number;
  run(job: ClaimedJob, onError: (error: unknown) => void): Promise<Settlement>;
}

export const done: JobOutcome<never> = { kind: "done", next: [] };

const retriesAfter =
  (unit: number, delays: readonly number[]) =>
  (failures: number): number | undefined => {
    const delay = delays[failures];
    return delay === undefined ? undefined : delay * unit;
  };

/** Retries after these delays in seconds; gives up after the last one. */
export const afterSeconds = (delays: readonly number[]) => retriesAfter(millisecondsIn.second, delays);

/** Retries after these delays in minutes; gives up after the last one. */
export const afterMinutes = (delays: readonly number[]) => retriesAfter(millisecondsIn.minute, delays);

/** How often a job may crash its process before it is given up. */
const mostCrashes = 10;

/**
 * Delays before giving up a job whose payload this process can't decode: a newer process may have enqueued it, and may
 * run it meanwhile.
 */
const unreadableDelay = afterSeconds([10, 60, 600, 3600]);

const unreadable = ({ failures }: ClaimedJob): Settlement => {
  const error = "The payload can't be read";
  const delay = unreadableDelay(failures);
  return delay === undefined ? { kind: "bury", error } : { kind: "postpone", delay, error };
};

/** Decodes payloads before the handler runs, and turns outcomes into settlements of the claim. */
export const runnable = <Payload>(handler: JobHandler<Payload>): RunnableKind => ({
  atOnce: handler.atOnce,
  ...(handler.atOnceEach !== undefined && { atOnceEach: handler.atOnceEach }),
  run: async (job, onError) => {
    const decoded = handler.payload.decode(job.payload);
    if (E.isLeft(decoded)) return unreadable(job);
    if (job.crashes >= mostCrashes)
      return { kind: "bury", error: `Begun ${job.crashes} times and never finished` };
    const payload = decoded.right;
    const delay = handler.delayAfter(job.failures, payload);
    const outcome = await handler
      .run({ realmId: job.realmId, jobId: job.id, payload, isLastTry: delay === undefined })
      .catch((error: unknown): JobOutcome<Payload> => {
        onError(error);
        const left = handler.retried?.(payload);
        return { kind: "failed", error: String(error), ...(left !== undefined && { left }) };
      });
    if (outcome.kind === "done") return { kind: "complete", next: outcome.next };
    if (outcome.kind === "hopeless" || delay === undefined) return { kind: "bury", error: outcome.error };
    return {
      kind: "postpone",
      delay: Math.max(delay, outcome.retryAfter ?? 0),
      error: outcome.error,
      ...(outcome.left !== undefined && { payload: handler.payload.encode(outcome.left) }),
    };
  },
});
