import type { Knex } from "knex";

/** A statement as it was sent, with the values of one of its runs. */
export interface Recorded {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Sent {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
  /** The values of a statement that PostgreSQL keeps. */
  readonly options?: { readonly values?: readonly unknown[] };
}

const isData = (text: string): boolean => /^\s*(\(|SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text);

/** Records each text that the database is sent from now on once, with the values of its first run. */
export const recordStatements = (db: Knex): ReadonlyMap<string, Recorded> => {
  const seen = new Map<string, Recorded>();
  db.on("query", ({ sql, bindings = [], options }: Sent) => {
    if (isData(sql) && !seen.has(sql)) seen.set(sql, { text: sql, values: options?.values ?? bindings });
  });
  return seen;
};
