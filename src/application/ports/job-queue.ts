import type { JobKind, NewJob } from "../../domain/job";

/** Names one claim of a job. It ends when the job is settled, or when somebody claims the job after its lease. */
export interface JobClaim {
  readonly realmId: number;
  readonly id: number;
  /** How often the job was claimed, this time included. */
  readonly attempts: number;
  /** The lane that waits for its end, if it has one. */
  readonly lane: string | null;
}

/** A job that is ours to run until its lease ends. */
export interface ClaimedJob extends JobClaim {
  readonly kind: JobKind;
  /** What was written as JSON; undefined where it was sealed under another secret than the server's. */
  readonly payload: unknown;
  /** How often it failed. */
  readonly failures: number;
  /** How often a claim ended with its lease, because nobody settled it. */
  readonly crashes: number;
}

/** How many jobs of one kind to claim at most. */
export interface JobDemand {
  readonly kind: JobKind;
  readonly limit: number;
}

/** What happens after a failure. */
interface Postponement {
  /** Unix milliseconds. */
  readonly dueAt: number;
  readonly error: string;
  /** What is left to do; absent where all of it is. */
  readonly payload?: unknown;
}

/**
 * Work that follows a commit or a time, across all realms, through restarts. Each job is done at least once: a
 * process that dies loses its claims when their leases end. Settling a claim that has ended changes nothing.
 * All times are in Unix milliseconds, and leases last so many of them by the clock of the storage: a process whose clock
 * is wrong neither takes what another one runs, nor loses what is its own.
 */
export interface JobQueue {
  /** Takes jobs that are due and leased by nobody, those due first before others; of each lane one at a time. */
  claim(demands: readonly JobDemand[], now: number, lease: number): Promise<readonly ClaimedJob[]>;
  /** Leases claims anew that are still ours. */
  extend(claims: readonly JobClaim[], lease: number): Promise<void>;
  /** Ends a job, and enqueues what follows from it, in one commit. */
  complete(claim: JobClaim, next: readonly NewJob[]): Promise<void>;
  /** Puts a job off after a failure. */
  postpone(claim: JobClaim, postponement: Postponement): Promise<void>;
  /** Gives jobs back as if they hadn't been begun: they are due at once. */
  release(claims: readonly JobClaim[]): Promise<void>;
  /** Makes a dead letter of a job that is given up. Dead letters are kept for 30 days. */
  bury(claim: JobClaim, at: number, error: string): Promise<void>;
  /** When the next job of the kinds is due or its lease ends; undefined when none waits. May be in the past. */
  nextDueAt(kinds: readonly JobKind[]): Promise<number | undefined>;
}

/** How long dead letters are kept, in milliseconds. */
export const deadLetterMilliseconds = 30 * 86_400_000;
