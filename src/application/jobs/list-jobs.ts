import type { DeadLetter, DeadLetters, WaitingJobs } from "../ports/jobs/dead-letters";

/** The state of the job queue. */
export interface JobList {
  readonly waiting: readonly WaitingJobs[];
  /** The newest first. */
  readonly dead: readonly DeadLetter[];
}

const mostListed = 1000;

/** Waiting jobs and dead letters of all organizations. For the server's operator. */
export const listJobs =
  ({ deadLetters }: { readonly deadLetters: DeadLetters }) =>
  async (): Promise<JobList> => {
    const [waiting, dead] = await Promise.all([deadLetters.waiting(), deadLetters.list(mostListed)]);
    return { waiting, dead };
  };
