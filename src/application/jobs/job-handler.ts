import { isLeft } from "fp-ts/Either";
import type * as t from "io-ts";
import type { NewJob } from "../../domain/job";
import type { ClaimedJob } from "../ports/job-queue";

/** What came of running a job. */
export type JobOutcome<Payload> =
  /** With the jobs that follow from it, which are enqueued in the same commit. */
  | { readonly kind: "done"; readonly next: readonly NewJob[] }
  | {
      readonly kind: "failed";
      readonly error: string;
      /** What is left to do; absent where all of it is. */
      readonly left?: Payload;
      /** How long to wait at least, in milliseconds. */
      readonly retryAfter?: number | undefined;
    }
  /** It will never work: no further try. */
  | { readonly kind: "hopeless"; readonly error: string };

/** One run of a job. */
interface JobRun<Payload> {
  readonly realmId: number;
  readonly payload: Payload;
  /** Whether the job is given up if this run fails. */
  readonly isLastTry: boolean;
}

/** How jobs of one kind are done. */
export interface JobHandler<Payload> {
  /** Decodes what storage has of a job. */
  readonly payload: t.Type<Payload, unknown, unknown>;
  /** How many run side by side in one process. */
  readonly atOnce: number;
  /** How long to wait after a number of failures, in milliseconds; undefined to give up. */
  readonly delayAfter: (failures: number, payload: Payload) => number | undefined;
  /** Does the job. It may run more than once, also after it succeeded. An exception counts as a failure. */
  readonly run: (job: JobRun<Payload>) => Promise<JobOutcome<Payload>>;
}

/** What becomes of a claim after its run. */
export type Settlement =
  | { readonly kind: "complete"; readonly next: readonly NewJob[] }
  | { readonly kind: "postpone"; readonly delay: number; readonly error: string; readonly payload?: unknown }
  | { readonly kind: "bury"; readonly error: string };

/** A handler as the runner sees it: whatever its payload is. */
export interface RunnableKind {
  readonly atOnce: number;
  run(job: ClaimedJob, onError: (error: unknown) => void): Promise<Settlement>;
}

/** Nothing more to do. */
export const done: JobOutcome<never> = { kind: "done", next: [] };

/** Waits for these times after the failures; gives up after the last one. */
export const afterDelays =
  (delays: readonly number[]) =>
  (failures: number): number | undefined =>
    delays[failures];

/** How often a job may end the process that runs it before it is given up. */
const mostCrashes = 10;

/** A newer process may have written what we can't read: it gets so much time to run it, in milliseconds. */
const unreadableDelay = afterDelays([10, 60, 600, 3600].map((seconds) => seconds * 1000));

const unreadable = ({ failures }: ClaimedJob): Settlement => {
  const error = "The payload can't be read";
  const delay = unreadableDelay(failures);
  return delay === undefined ? { kind: "bury", error } : { kind: "postpone", delay, error };
};

/** Decodes payloads before the handler runs, and turns outcomes into what becomes of the claim. */
export const runnable = <Payload>(handler: JobHandler<Payload>): RunnableKind => ({
  atOnce: handler.atOnce,
  run: async (job, onError) => {
    const decoded = handler.payload.decode(job.payload);
    if (isLeft(decoded)) return unreadable(job);
    if (job.crashes >= mostCrashes)
      return { kind: "bury", error: `Begun ${job.crashes} times and never finished` };
    const payload = decoded.right;
    const delay = handler.delayAfter(job.failures, payload);
    const outcome = await handler
      .run({ realmId: job.realmId, payload, isLastTry: delay === undefined })
      .catch((error: unknown): JobOutcome<Payload> => {
        onError(error);
        return { kind: "failed", error: String(error) };
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
