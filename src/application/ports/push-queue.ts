import type { PlannedPush, PushJob } from "../../domain/push-job";

/** A notification that is due. */
export interface QueuedPush {
  readonly id: string;
  readonly job: PushJob;
  /** How often it was tried in vain. */
  readonly failures: number;
}

/** Notifications that wait for being sent, through restarts, and how far the log was looked through for them. */
export interface PushQueue {
  /** Whether the realm has devices, anything in the queue, or events since it had. */
  concerns(realmId: number): Promise<boolean>;
  /** The last position of the log that was looked at; undefined if none ever was. */
  position(realmId: number): Promise<number | undefined>;
  /**
   * Takes what follows from the events after `from` up to `to`, in one commit with the new position. False, with
   * nothing taken, where another process was faster.
   */
  advance(
    realmId: number,
    from: number | undefined,
    to: number,
    planned: readonly PlannedPush[],
  ): Promise<boolean>;
  /** Those whose time has come, the oldest first. */
  due(realmId: number, now: number, limit: number): Promise<readonly QueuedPush[]>;
  remove(realmId: number, id: string): Promise<void>;
  /** After a failure; the job is what is left of it. */
  postpone(realmId: number, id: string, dueAt: number, job: PushJob): Promise<void>;
}
