import type { AuditTarget, LoggedAuditEntry } from "../../../domain/audit/audit-entry";
import type { AuditEntryId, RealmId, UserId } from "../../../domain/ids";

/** Selects entries. Absent fields match all. */
export interface AuditFilter {
  readonly actorId?: UserId | undefined;
  /** Any of these. */
  readonly kinds?: readonly string[] | undefined;
  readonly target?: AuditTarget | undefined;
  /** Unix milliseconds, inclusive. */
  readonly since?: number | undefined;
  /** Unix milliseconds, exclusive. */
  readonly until?: number | undefined;
}

/**
 * Who did what in each realm. The event store writes entries with the change that they describe; they never
 * change.
 */
export interface AuditLog {
  /**
   * Matching entries, newest first, at most `limit`; with `olderThan`, only those before that entry, and none
   * if it was pruned.
   */
  page(
    realmId: RealmId,
    filter: AuditFilter,
    olderThan: AuditEntryId | undefined,
    limit: number,
  ): Promise<readonly LoggedAuditEntry[]>;
  /**
   * Removes at most `limit` entries of all realms from before a time in Unix milliseconds; returns how many.
   */
  removeBefore(time: number, limit: number): Promise<number>;
}
