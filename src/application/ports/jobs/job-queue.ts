import type { JobId, RealmId } from "../../../domain/ids";
import type { JobKind, NewJob } from "../../../domain/jobs/job";
import type { Sharing } from "../../../domain/jobs/share-places";
import { millisecondsIn } from "../../../domain/units/time";

/**
 * Identifies one claim of a job. It ends when the job is settled, or when another process claims the job
 * after its lease.
 */
export interface JobClaim {
  readonly realmId: RealmId;
  readonly id: JobId;
  /** How often the job was claimed, including this time. */
  readonly attempts: number;
  /** The job's lane, which its end releases. */
  readonly lane: string | null;
}

/** A job claimed by this process until its lease ends. */
export interface ClaimedJob extends JobClaim {
  readonly kind: JobKind;
  /** The decoded JSON; undefined if it was sealed with a secret other than the server's. */
  readonly payload: unknown;
  /** How often it failed. */
  readonly failures: number;
  /** How often a claim's lease ended without a settlement. */
  readonly crashes: number;
  /** When it was due, in Unix milliseconds. */
  readonly dueAt: number;
  /** Whose jobs it counts as; empty without one. */
  readonly share: string;
  /** The span that enqueued it, for traces. */
  readonly origin?: string;
}

/** The most jobs of one kind to claim. */
export interface JobDemand {
  readonly kind: JobKind;
  readonly limit: number;
  /** Present if the limit is shared out between realms and shares. */
  readonly sharing?: Sharing;
}

/** A retry after a failure. */
interface Postponement {
  /** Unix milliseconds. */
  readonly dueAt: number;
  readonly error: string;
  /** What remains to be done; absent for all of it. */
  readonly payload?: unknown;
}

/**
 * Work that follows a commit or a time, across all realms and restarts. Each job runs at least once: a
 * process that dies loses its claims when their leases end. Settling an ended claim changes nothing. All
 * times are in Unix milliseconds. The storage's clock measures leases: a process with a wrong clock neither
 * takes another's job nor loses its own.
 */
export interface JobQueue {
  /**
   * Claims due jobs without a lease, one at a time per lane: earliest due first, or as many of each share as `sharePlaces` gives it.
   */
  claim(demands: readonly JobDemand[], now: number, lease: number): Promise<readonly ClaimedJob[]>;
  /** Renews the leases of claims that are still valid. */
  extend(claims: readonly JobClaim[], lease: number): Promise<void>;
  /** Ends a job, and enqueues its follow-up jobs, in one commit. */
  complete(claim: JobClaim, next: readonly NewJob[]): Promise<void>;
  /** Reschedules a job after a failure. */
  postpone(claim: JobClaim, postponement: Postponement): Promise<void>;
  /** Returns jobs as if they had not started: they are due at once. */
  release(claims: readonly JobClaim[]): Promise<void>;
  /** Turns a job that is given up into a dead letter, which lasts for 30 days. */
  bury(claim: JobClaim, at: number, error: string): Promise<void>;
  /**
   * When the next job of the kinds is due or its lease ends; undefined when none waits. May be in the past.
   */
  nextDueAt(kinds: readonly JobKind[]): Promise<number | undefined>;
}

/** How long dead letters are stored, in milliseconds. */
export const deadLetterMilliseconds = 30 * millisecondsIn.day;
