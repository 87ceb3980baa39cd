import type { Knex } from "knex";
import type { MessageId, RealmId } from "../../../../domain/ids";
import { type UpgradeOptions, withBriefLocks } from "./brief-locks";
import { editsSize } from "./edits-size";
import { participantCount } from "./participant-count";
import { query, run, type Sql } from "./rows";

/**
 * Fills a column that a migration added to a table that may be large. Readers must give correct answers before it is filled. One of
 * the few statements that read across organizations: it runs once, after an upgrade.
 */
interface LaterBackfill {
  /** Its name in `backfills`. Another backfill needs another name. */
  readonly name: string;
  /** Its key is `realm_id` and `id`. */
  readonly table: string;
  /** May use `:realmId`. */
  readonly set: string;
  /** Rows that lack the right value: a batch may run twice. */
  readonly where: string;
}

const sizeOfEdits = (table: string): LaterBackfill => ({
  name: `${table}.edits_size`,
  table,
  set: `edits_size = ${editsSize("edits")}`,
  where: "edits_size IS NULL AND edits <> '[]'",
});

/**
 * Counts also where a number is wrong: nodes of the version before leave it when they change the list, and they may have done so after
 * `messages.counts`, as the first form of this was named, had passed.
 */
const countsOf = (table: string): LaterBackfill => ({
  name: `${table}.right_counts`,
  table,
  set: `reaction_count = jsonb_array_length(reactions), edit_count = jsonb_array_length(edits),
    participant_count = CASE WHEN channel_id IS NULL THEN (
      SELECT ${participantCount} FROM direct_conversations d
      WHERE d.realm_id = :realmId AND d.id = ${table}.conversation_id) END`,
  where: `(coalesce(reaction_count, 0) <> jsonb_array_length(reactions) OR coalesce(edit_count, 0) <> jsonb_array_length(edits)
    OR participant_count IS NULL AND channel_id IS NULL)`,
});

const laterBackfills: readonly LaterBackfill[] = [
  sizeOfEdits("messages"),
  sizeOfEdits("archived_messages"),
  countsOf("messages"),
  countsOf("archived_messages"),
];

const unfinished = async (sql: Sql): Promise<readonly LaterBackfill[]> => {
  const rows = await query<{ name: string }>(sql, "SELECT name FROM backfills WHERE is_finished", []);
  const finished = new Set(rows.map(({ name }) => name));
  return laterBackfills.filter(({ name }) => !finished.has(name));
};

/** Whether `fillColumns` has anything to do. */
export const lackValues = async (sql: Sql): Promise<boolean> => (await unfinished(sql)).length > 0;

/** The last row that a backfill has passed. */
interface Position {
  readonly realm_id: RealmId;
  readonly id: MessageId;
}

const start = { realm_id: 0, id: 0 } as Position;

const positionOf = async (sql: Sql, name: string): Promise<Position> => {
  const [row] = await query<Position>(sql, "SELECT realm_id, id FROM backfills WHERE name = ?", [name]);
  return row ?? start;
};

/** Rows whose writers wait for one transaction: some 20 ms. */
const batchSize = 1000;

/** Fills a batch of rows, and returns the last one; undefined if there were none. */
const fillBatch = async (
  trx: Sql,
  { name, table, set, where }: LaterBackfill,
  after: Position,
): Promise<Position | undefined> => {
  const ends = await query<Position>(
    trx,
    `SELECT realm_id, max(id) AS id FROM (
       SELECT realm_id, id FROM ${table} WHERE (realm_id, id) > (?::integer, ?::bigint) ORDER BY realm_id, id LIMIT ${batchSize}
     ) batch GROUP BY realm_id ORDER BY realm_id`,
    [after.realm_id, after.id],
  );
  // A realm at a time, which Citus runs where the realm's rows are.
  for (const { realm_id, id } of ends)
    await query(
      trx,
      `UPDATE ${table} SET ${set} WHERE realm_id = :realmId AND id > :after AND id <= :last AND ${where}`,
      { realmId: realm_id, after: realm_id === after.realm_id ? after.id : 0, last: id },
    );
  const last = ends.at(-1);
  const { realm_id, id } = last ?? after;
  await run(
    trx,
    `INSERT INTO backfills (name, realm_id, id, is_finished) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET realm_id = EXCLUDED.realm_id, id = EXCLUDED.id, is_finished = EXCLUDED.is_finished`,
    [name, realm_id, id, last === undefined],
  );
  return last;
};

/** Fills the columns batch by batch while nodes read and write. Continues where a killed process stopped. */
export const fillColumns = async (db: Knex, options: UpgradeOptions): Promise<void> => {
  for (const backfill of await unfinished(db)) {
    let after: Position | undefined = await positionOf(db, backfill.name);
    while (after !== undefined) {
      const from: Position = after;
      options.ending?.throwIfAborted();
      after = await withBriefLocks(
        db,
        `Filling ${backfill.name}`,
        (trx) => fillBatch(trx, backfill, from),
        options,
      );
    }
  }
};
