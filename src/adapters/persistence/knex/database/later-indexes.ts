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
  /**
   * The index that the version before reads instead. It stays, because nodes of that version may run beside this one, or return after a
   * rollback. The release after this one moves its name to `unused`.
   */
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
  },
  ...contentParts.map((part) =>
    messagesWith(
      part,
      htmlMarkers[part].map((marker) => `strpos(rendered_content, '${marker}') > 0`).join(" OR "),
    ),
  ),
  messagesWith("reaction", hasReaction),
  {
    name: "messages_phrases",
    on: `messages USING gin (message_terms(realm_id, id, conversation_id, channel_id, topic, sender_id, content, rendered_content,
      reactions))`,
    replaces: "messages_search",
  },
  {
    name: "messages_reacted_by_topic",
    on: `messages (realm_id, conversation_id, lower(topic), id) WHERE ${hasReaction}`,
  },
  { name: "messages_topic_senders", on: "messages (realm_id, conversation_id, lower(topic), sender_id)" },
  {
    name: "jobs_of_share",
    on: `jobs (kind, realm_id, share, (GREATEST(due_at, leased_until, parked_until)), id) WHERE buried_at IS NULL`,
  },
  messagesWith("resolved_topic", `channel_id IS NOT NULL AND starts_with(topic, '${resolvedPrefix}')`),
];

/**
 * Indexes that neither this version nor the one before reads. Released versions have them, or builds between releases. They are dropped
 * after the others are built: `messages_terms` has the expression of `messages_phrases`, but old rows lack the order of words there.
 */
const unused: readonly string[] = ["messages_conversation", "messages_terms"];

interface Work {
  readonly build: readonly LaterIndex[];
  readonly drop: readonly string[];
}

/** A database without an organization has never been served, so no other version reads its indexes. */
const isNew = async (sql: Sql): Promise<boolean> =>
  (await query(sql, "SELECT FROM realms LIMIT 1", [])).length === 0;

const workToDo = async (sql: Sql): Promise<Work> => {
  const rows = await query<{ name: string; is_valid: boolean }>(
    sql,
    `SELECT c.relname AS name, i.indisvalid AS is_valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE pg_table_is_visible(c.oid)`,
    [],
  );
  const present = new Set(rows.map(({ name }) => name));
  const valid = new Set(rows.filter(({ is_valid }) => is_valid).map(({ name }) => name));
  const replaced = laterIndexes.flatMap(({ replaces }) => replaces ?? []);
  return {
    build: laterIndexes.filter(({ name }) => !valid.has(name)),
    drop: [...unused, ...((await isNew(sql)) ? replaced : [])].filter((name) => present.has(name)),
  };
};

/** Whether `buildIndexes` has anything to do. */
export const lackIndexes = async (sql: Sql): Promise<boolean> => {
  const { build, drop } = await workToDo(sql);
  return build.length + drop.length > 0;
};

/**
 * Builds the indexes that a migration's transaction couldn't build without stopping all writers, and drops those that no version
 * reads. A killed build leaves an invalid index behind, which is built anew. Each waits for all transactions that are older, such
 * as a dump.
 */
export const buildIndexes = async (db: Knex, options: UpgradeOptions): Promise<void> => {
  const { build, drop } = await workToDo(db);
  for (const { name, on } of build) {
    const what = `Building the index ${name}`;
    await runLong(db, what, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`, options);
    await runLong(db, what, `CREATE INDEX CONCURRENTLY ${name} ON ${on}`, options);
  }
  for (const name of drop)
    await runLong(db, `Dropping the index ${name}`, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`, options);
};

/** Does the same in the transaction that creates the tables, where nothing has to wait. */
export const buildFirstIndexes = async (trx: Sql): Promise<void> => {
  const { build, drop } = await workToDo(trx);
  for (const { name, on } of build) await query(trx, `CREATE INDEX ${name} ON ${on}`, []);
  for (const name of drop) await query(trx, `DROP INDEX ${name}`, []);
};
