import { query, type Sql } from "./rows";

/** An index of a table that may already be large. */
interface LaterIndex {
  readonly name: string;
  readonly on: string;
  /** The index that it makes superfluous. */
  readonly replaces: string;
}

const laterIndexes: readonly LaterIndex[] = [
  {
    name: "messages_unread",
    on: "messages (realm_id, conversation_id, id) INCLUDE (channel_id, topic, sender_id, read_by_sender)",
    replaces: "messages_conversation",
  },
];

const unfinished = async (sql: Sql): Promise<readonly LaterIndex[]> => {
  const rows = await query<{ name: string }>(
    sql,
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indisvalid AND c.relnamespace = 'public'::regnamespace`,
    [],
  );
  const valid = new Set(rows.map(({ name }) => name));
  return laterIndexes.filter(({ name, replaces }) => !valid.has(name) || valid.has(replaces));
};

/** Whether `buildIndexes` has anything to do. */
export const lackIndexes = async (sql: Sql): Promise<boolean> => (await unfinished(sql)).length > 0;

/**
 * Builds the indexes that a migration's transaction couldn't build without stopping all writers. A killed build leaves an invalid
 * index behind, which is built anew.
 */
export const buildIndexes = async (sql: Sql): Promise<void> => {
  for (const { name, on, replaces } of await unfinished(sql)) {
    await query(sql, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`, []);
    await query(sql, `CREATE INDEX CONCURRENTLY ${name} ON ${on}`, []);
    await query(sql, `DROP INDEX CONCURRENTLY IF EXISTS ${replaces}`, []);
  }
};
