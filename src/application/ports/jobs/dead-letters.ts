import type { JobId, RealmId } from "../../../domain/ids";
import type { JobKind } from "../../../domain/jobs/job";

/** The waiting jobs of one kind. */
export interface WaitingJobs {
  /** As stored: another version may have kinds that this one lacks. */
  readonly kind: string;
  /** Jobs due now or later, including running ones. */
  readonly count: number;
  /** How many of them have failed before. */
  readonly failing: number;
  /** When the first of them is due, in Unix milliseconds. */
  readonly firstDueAt: number;
}

/** How the work of one kind stands, as its metrics and `parley doctor` show it. */
export interface JobStanding {
  readonly kind: JobKind;
  /**
   * How long the job that has been ready longest could have begun, in milliseconds by the storage's clock; 0 without one.
   * Running jobs and those that wait behind a running one of their lane aren't ready.
   */
  readonly overdue: number;
  /** How many of the newest `mostCounted` dead letters are of this kind. */
  readonly givenUp: number;
}

/** Counting all dead letters would take too long while a service fails for weeks. */
export const mostCounted = 10_000;

/** Identifies a dead letter. */
export interface DeadLetterId {
  readonly realmId: RealmId;
  readonly id: JobId;
}

/** A job that was given up. Without its payload, which may hold login links. */
export interface DeadLetter extends DeadLetterId {
  /** As stored. */
  readonly kind: string;
  readonly failures: number;
  readonly error: string;
  /** Unix milliseconds. */
  readonly buriedAt: number;
}

/** The operator's view of the job queue, and actions on dead letters. */
export interface DeadLetters {
  /** Ordered by kind. */
  waiting(): Promise<readonly WaitingJobs[]>;
  /** Of each kind, in this order. It costs the same however many jobs wait. */
  standing(kinds: readonly JobKind[]): Promise<readonly JobStanding[]>;
  /** The newest first. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  /** Enqueues it again, as a new job due at a time in Unix milliseconds; returns how many there were. */
  retry(which: DeadLetterId | { readonly kind: JobKind }, dueAt: number): Promise<number>;
  /** Deletes one permanently; returns whether it existed. */
  remove(which: DeadLetterId): Promise<boolean>;
}
