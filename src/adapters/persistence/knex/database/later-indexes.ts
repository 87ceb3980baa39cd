import type { Knex } from "knex";
import { contentParts, htmlMarkers } from "../../../../domain/messages/content-part";
import { resolvedPrefix } from "../../../../domain/topics/topic";
import type { UpgradeOptions } from "./brief-locks";
import { runLong } from "./long-statements";
import { query, type Sql } from "./rows";

/** An index of a table that may already be large. */
interface LaterIndex {
  readonly name: string;
  readonly on: string;
  /** The index that it makes superfluous. */
  readonly replaces?: string;
}

/** Messages of a conversation that a narrow finds by a condition, as `narrowToSql` writes it. Another condition needs another name. */
const messagesWith = (what: string, condition: string): LaterIndex => ({
  name: `messages_with_${what}`,
  on: `messages (realm_id, conversation_id, id) WHERE ${condition}`,
});

const hasReaction = "reactions <> '[]'";

const laterIndexes: readonly LaterIndex[] = [
  {
    name: "messages_unread",
    on: "messages (realm_id, conversation_id, id) INCLUDE (channel_id, topic, sender_id, read_by_sender)",
    replaces: "messages_conversation",
  },
  ...contentParts.map((part) =>
    messagesWith(
      part,
      htmlMarkers[part].map((marker) => `strpos(rendered_content, '${marker}') > 0`).join(" OR "),
    ),
  ),
  messagesWith("reaction", hasReaction),
  {
    name: "messages_terms",
    on: `messages USING gin (message_terms(realm_id, id, conversation_id, channel_id, topic, sender_id, content, rendered_content,
      reactions))`,
    replaces: "messages_search",
  },
  {
    name: "messages_reacted_by_topic",
    on: `messages (realm_id, conversation_id, lower(topic), id) WHERE ${hasReaction}`,
  },
  { name: "messages_topic_senders", on: "messages (realm_id, conversation_id, lower(topic), sender_id)" },
  messagesWith("resolved_topic", `channel_id IS NOT NULL AND starts_with(topic, '${resolvedPrefix}')`),
];

const unfinished = async (sql: Sql): Promise<readonly LaterIndex[]> => {
  const rows = await query<{ name: string }>(
    sql,
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indisvalid AND pg_table_is_visible(c.oid)`,
    [],
  );
  const valid = new Set(rows.map(({ name }) => name));
  return laterIndexes.filter(
    ({ name, replaces }) => !valid.has(name) || (replaces !== undefined && valid.has(replaces)),
  );
};

/** Whether `buildIndexes` has anything to do. */
export const lackIndexes = async (sql: Sql): Promise<boolean> => (await unfinished(sql)).length > 0;

/**
 * Builds the indexes that a migration's transaction couldn't build without stopping all writers. A killed build leaves an invalid
 * index behind, which is built anew. Each waits for all transactions that are older, such as a dump.
 */
export const buildIndexes = async (db: Knex, options: UpgradeOptions): Promise<void> => {
  for (const { name, on, replaces } of await unfinished(db)) {
    const what = `Building the index ${name}`;
    await runLong(db, what, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`, options);
    await runLong(db, what, `CREATE INDEX CONCURRENTLY ${name} ON ${on}`, options);
    if (replaces) await runLong(db, what, `DROP INDEX CONCURRENTLY IF EXISTS ${replaces}`, options);
  }
};

/** Builds them in the transaction that creates the tables, which waits for nobody. */
export const buildFirstIndexes = async (trx: Sql): Promise<void> => {
  for (const { name, on, replaces } of await unfinished(trx)) {
    await query(trx, `CREATE INDEX ${name} ON ${on}`, []);
    if (replaces) await query(trx, `DROP INDEX IF EXISTS ${replaces}`, []);
  }
};
