import type { JobKind } from "../../domain/job";

/** How many jobs of one kind wait. */
export interface WaitingJobs {
  readonly kind: JobKind;
  /** Jobs that are due now or later, those under way included. */
  readonly count: number;
  /** How many of them have failed before. */
  readonly failing: number;
  /** When the first of them is due, in Unix milliseconds. */
  readonly firstDueAt: number;
}

/** Names a dead letter. */
export interface DeadLetterId {
  readonly realmId: number;
  readonly id: number;
}

/** A job that was given up. What it says is not shown: it may hold links that let people in. */
export interface DeadLetter extends DeadLetterId {
  readonly kind: JobKind;
  readonly failures: number;
  readonly error: string;
  /** Unix milliseconds. */
  readonly buriedAt: number;
}

/** What whoever runs the server sees of the job queue, and does about jobs that were given up. */
export interface DeadLetters {
  /** Ordered by kind. */
  waiting(): Promise<readonly WaitingJobs[]>;
  /** The newest first. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  /** Enqueues one again, as new and due at a time in Unix milliseconds; says how many there were. */
  retry(which: DeadLetterId | { readonly kind: JobKind }, dueAt: number): Promise<number>;
  /** Forgets one for good; says whether it was there. */
  remove(which: DeadLetterId): Promise<boolean>;
}
