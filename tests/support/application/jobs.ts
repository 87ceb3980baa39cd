import { noMetrics } from "../../../src/adapters/metrics/no-metrics";
import { noTracing } from "../../../src/adapters/tracing/no-tracing";
import { JobBell } from "../../../src/application/jobs/job-bell";
import type { RunnableKind } from "../../../src/application/jobs/job-handler";
import { JobRunner } from "../../../src/application/jobs/job-runner";
import type { ClaimedJob, JobDemand } from "../../../src/application/ports/jobs/job-queue";
import type { Metrics } from "../../../src/application/ports/system/metrics";
import { type JobKind, type JobOrder, jobKinds, type NewJob } from "../../../src/domain/jobs/job";
import { commitBeside } from "../storage/commits";
import type { Persistence } from "../storage/persistence";

/** A job with a name, due at 100. */
export const aJob = (name: string, more: Partial<NewJob> = {}): NewJob => ({
  kind: "call_bot",
  payload: { name },
  dueAt: 100,
  ...more,
});

/** Commits job orders without events. */
export const enqueueAll = (
  { eventStore }: Pick<Persistence, "eventStore">,
  realmId: number,
  ...jobs: readonly JobOrder[]
): Promise<void> => commitBeside(eventStore, realmId, { jobs });

/** Any number of jobs of any kind. */
export const anything: readonly JobDemand[] = jobKinds.map((kind) => ({ kind, limit: 99 }));

/** Claims the jobs of some realms that are due at a time, because tests share their storage. */
export const claimIn = async (
  { jobQueue }: Pick<Persistence, "jobQueue">,
  realmIds: readonly number[],
  now: number,
  { lease = 60_000, kinds = anything }: { lease?: number; kinds?: readonly JobDemand[] } = {},
): Promise<readonly ClaimedJob[]> => {
  const claimed = await jobQueue.claim(kinds, now, lease);
  const others = claimed.filter(({ realmId }) => !realmIds.includes(realmId));
  if (others.length > 0) throw new Error("Each test is to settle its jobs");
  return claimed;
};

/** The names of jobs made by `aJob`. */
export const namesOf = (jobs: readonly { readonly payload: unknown }[]): readonly unknown[] =>
  jobs.map(({ payload }) => (payload as { readonly name?: unknown }).name);

/** A demand for up to this many jobs of one kind. */
export const upTo = (limit: number, kind: JobKind = "call_bot"): readonly JobDemand[] => [{ kind, limit }];

/** Completes every job, so that the next test starts without any. */
export const clearJobs = async ({ jobQueue, deadLetters, letLeasesAge }: Persistence): Promise<void> => {
  const forever = 4_000_000_000_000;
  await letLeasesAge(3_600_000);
  for (let claimed = await jobQueue.claim(anything, forever, 1000); claimed.length > 0; ) {
    for (const job of claimed) await jobQueue.complete(job, []);
    claimed = await jobQueue.claim(anything, forever, 1000);
  }
  for (const letter of await deadLetters.list(999)) await deadLetters.remove(letter);
};

const unexpected: RunnableKind = {
  atOnce: 1,
  run: () => Promise.reject(new Error("There is to be no job of this kind")),
};

/** A process that only runs jobs. */
export const aRunner = (
  { jobQueue, clock }: Pick<Persistence, "jobQueue" | "clock">,
  kinds: Partial<Record<JobKind, RunnableKind>>,
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
  metrics: Metrics = noMetrics,
  isClockWrong: () => boolean = () => false,
  leftToOthers: () => readonly JobKind[] = () => [],
) => {
  const bell = new JobBell();
  const all = Object.fromEntries(jobKinds.map((kind) => [kind, kinds[kind] ?? unexpected]));
  const runner = new JobRunner({
    jobQueue,
    clock,
    bell,
    onError,
    tracing: noTracing,
    metrics,
    isClockWrong,
    leftToOthers,
    kinds: all as Record<JobKind, RunnableKind>,
  });
  return { runner, bell };
};

/** Resolves when a condition holds. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
};
