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
  /** The newest first. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  /** Enqueues it again, as a new job due at a time in Unix milliseconds; returns how many there were. */
  retry(which: DeadLetterId | { readonly kind: JobKind }, dueAt: number): Promise<number>;
  /** Deletes one permanently; returns whether it existed. */
  remove(which: DeadLetterId): Promise<boolean>;
}
