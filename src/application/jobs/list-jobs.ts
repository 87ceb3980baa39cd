import type { DeadLetter, DeadLetters, WaitingJobs } from "../ports/dead-letters";

/** The state of the job queue. */
export interface JobList {
  readonly waiting: readonly WaitingJobs[];
  /** The newest first. */
  readonly dead: readonly DeadLetter[];
}

const mostListed = 1000;

/** What waits, and what was given up, in all organizations. For whoever runs the server. */
export const listJobs =
  ({ deadLetters }: { readonly deadLetters: DeadLetters }) =>
  async (): Promise<JobList> => {
    const [waiting, dead] = await Promise.all([deadLetters.waiting(), deadLetters.list(mostListed)]);
    return { waiting, dead };
  };
