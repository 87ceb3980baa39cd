import type { AuditTarget, LoggedAuditEntry } from "../../domain/audit/audit-entry";

/** Which entries are asked for. What is absent doesn't matter. */
export interface AuditFilter {
  readonly actorId?: number | undefined;
  /** Any of these. */
  readonly kinds?: readonly string[] | undefined;
  readonly target?: AuditTarget | undefined;
  /** Unix milliseconds: at this time or later. */
  readonly since?: number | undefined;
  /** Unix milliseconds: before this time. */
  readonly until?: number | undefined;
}

/**
 * What was done in each realm, and by whom. Entries are written by the event store, with the change that they tell of;
 * nothing changes one.
 */
export interface AuditLog {
  /**
   * Entries that match, the newest first, at most `limit`: those before the entry `olderThan`, where one is named.
   * Before an entry that was removed for its age, there is none.
   */
  page(
    realmId: number,
    filter: AuditFilter,
    olderThan: number | undefined,
    limit: number,
  ): Promise<readonly LoggedAuditEntry[]>;
  /** Removes entries of all realms from before a time in Unix milliseconds, at most `limit`; tells how many. */
  removeBefore(time: number, limit: number): Promise<number>;
}
