import type { Knex } from "knex";

/** A statement as it was sent, with the values of each of its runs. */
export interface Recorded {
  readonly text: string;
  readonly runs: readonly (readonly unknown[])[];
}

interface Sent {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
  /** The values of a statement that PostgreSQL keeps. */
  readonly options?: { readonly values?: readonly unknown[] };
}

const isData = (text: string): boolean => /^\s*(\(|SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text);

/** Records each text that the database is sent from now on. */
export const recordStatements = (db: Knex): (() => readonly Recorded[]) => {
  const runsByText = new Map<string, (readonly unknown[])[]>();
  db.on("query", ({ sql, bindings = [], options }: Sent) => {
    if (!isData(sql)) return;
    const runs = runsByText.get(sql) ?? [];
    runs.push(options?.values ?? bindings);
    runsByText.set(sql, runs);
  });
  return () => [...runsByText].map(([text, runs]) => ({ text, runs }));
};
