/** The database's clock, in Unix milliseconds: all processes measure leases by it. */
export const databaseNow = "(extract(epoch FROM now()) * 1000)::bigint";

/** Which jobs `j` of a kind are due at a time: the bindings are the kind, and twice the time. */
export const isDue = `j.kind = ? AND j.buried_at IS NULL AND j.due_at <= ? AND coalesce(j.leased_until, 0) <= ${databaseNow}
  AND coalesce(j.parked_until, 0) <= ${databaseNow}
  AND GREATEST(j.due_at, j.leased_until, j.parked_until) <= GREATEST(?, ${databaseNow})`;

/** The order in which due jobs `j` are claimed. */
export const firstReady = "GREATEST(j.due_at, j.leased_until, j.parked_until), j.id";
