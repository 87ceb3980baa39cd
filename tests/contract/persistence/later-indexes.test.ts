import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import {
  type ConnectionSettings,
  openDatabase,
} from "../../../src/adapters/persistence/knex/database/database";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { terms } from "../../../src/adapters/persistence/knex/messages/message-terms";
import { orderOf } from "../../../src/adapters/persistence/knex/messages/order-of-words";
import { withEmptyDatabase } from "../../support/storage/test-database";

/** Indexes that the version before reads. After a release, list what it reads. */
const readByVersionBefore = [
  "messages_search",
  "messages_unread",
  "messages_with_attachment",
  "messages_with_image",
  "messages_with_link",
  "messages_with_resolved_topic",
];

const migrateAt = async (connection: ConnectionSettings): Promise<void> => {
  const db = openDatabase(connection);
  await migrate(db);
  await db.destroy();
};

const withDatabase = (use: (db: Knex, upgrade: () => Promise<void>) => Promise<void>): Promise<void> =>
  withEmptyDatabase(async (connection) => {
    await migrateAt(connection);
    const db = openDatabase(connection);
    try {
      await use(db, () => migrateAt(connection));
    } finally {
      await db.destroy();
    }
  });

/** Those of the names that a valid index has. */
const validAmong = async (db: Knex, ...names: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await db.raw(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indisvalid AND c.relname = ANY(?) ORDER BY 1`,
    [[...names]],
  );
  return rows.map(({ name }: { name: string }) => name);
};

const ofWords = ["messages_phrases", "messages_search"];

/** Leaves a database as nodes of the version before used it. */
const asBefore = (db: Knex) =>
  db.raw(`
    INSERT INTO realms (subdomain, uuid, name, description, rendered_description, is_deactivated, created_at, settings, permissions)
    VALUES ('', gen_random_uuid(), '', '', '', false, 0, '{}', '{}');
    DROP INDEX messages_phrases;
    CREATE INDEX messages_search ON messages USING gin (message_search_vector(topic, content));
  `);

const insertMessage = (db: Knex, id: number, content = "") =>
  db.raw(
    `INSERT INTO messages (realm_id, id, conversation_id, topic, sender_id, content, rendered_content, sent_at, client, read_by_sender)
     VALUES (1, ?, 1, '', 1, ?, '', 0, '', false)`,
    [id, content],
  );

test("an index of a large table is built while other nodes write, beside the one that they read", () =>
  withDatabase(async (db, upgrade) => {
    await asBefore(db);
    const slowWriter = await db.transaction();
    await insertMessage(slowWriter, 1);
    const upgrading = upgrade();
    const isBuilding = async () =>
      (await db.raw("SELECT FROM pg_stat_progress_create_index WHERE datname = current_database()"))
        .rowCount > 0;
    while (!(await isBuilding())) await sleep(20);
    await insertMessage(db, 2);
    expect(await validAmong(db, ...ofWords)).toEqual(["messages_search"]);
    await slowWriter.commit();
    await upgrading;
    expect(await validAmong(db, ...ofWords)).toEqual(ofWords);
  }));

test("indexes that nodes of the version before read stay while they may run", () =>
  withDatabase(async (db, upgrade) => {
    await asBefore(db);
    for (const name of readByVersionBefore)
      await db.raw(`CREATE INDEX IF NOT EXISTS ${name} ON messages (id)`);
    await upgrade();
    expect(await validAmong(db, ...readByVersionBefore)).toEqual(readByVersionBefore);
  }));

test("the index of jobs is built once, also by a migration of earlier builds", () =>
  withDatabase(async (db, upgrade) => {
    const built = async () => (await db.raw("SELECT 'jobs_of_share'::regclass::oid AS id")).rows;
    const first = await built();
    await upgrade();
    expect(await built()).toEqual(first);
    await db.raw("DROP INDEX jobs_of_share");
    await upgrade();
    expect(await validAmong(db, "jobs_of_share")).toEqual(["jobs_of_share"]);
  }));

test("a new database has no index that another one replaces", () =>
  withDatabase(async (db, upgrade) => {
    expect(await validAmong(db, ...ofWords)).toEqual(["messages_phrases"]);
    await upgrade();
    expect(await validAmong(db, ...ofWords)).toEqual(["messages_phrases"]);
  }));

test("rows that were written without the order of words are found by it once the index is built", () =>
  withDatabase(async (db, upgrade) => {
    await asBefore(db);
    await db.migrate.down({ name: "0188-describe-messages-by-neighbours" });
    await db.raw(`CREATE INDEX messages_terms ON messages USING gin (${terms.replaceAll("m.", "")})`);
    await insertMessage(db, 1, "a lemon melon");
    await upgrade();
    expect(await validAmong(db, ...ofWords, "messages_terms")).toEqual(ofWords);
    await db.transaction(async (trx) => {
      await trx.raw("SET LOCAL enable_seqscan = off");
      const { rows } = await trx.raw(`SELECT m.id FROM messages m WHERE ${terms} @@ ?`, [
        orderOf(trx, 1, "lemon melon"),
      ]);
      expect(rows).toEqual([{ id: 1 }]);
    });
  }));

test("an index that neither version reads is dropped, even if that failed before", () =>
  withDatabase(async (db, upgrade) => {
    await asBefore(db);
    await insertMessage(db, 1);
    await insertMessage(db, 2);
    // It fails and leaves what a killed removal leaves: an invalid index.
    await expect(
      db.raw("CREATE UNIQUE INDEX CONCURRENTLY messages_conversation ON messages (conversation_id)"),
    ).rejects.toThrow();
    await upgrade();
    const { rows } = await db.raw("SELECT FROM pg_class WHERE relname = 'messages_conversation'");
    expect(rows).toEqual([]);
  }));

test("an index whose build was killed is built anew at the next start", () =>
  withDatabase(async (db, upgrade) => {
    await asBefore(db);
    await insertMessage(db, 1);
    await insertMessage(db, 2);
    // The build fails and leaves what a killed one leaves: an invalid index.
    await expect(
      db.raw("CREATE UNIQUE INDEX CONCURRENTLY messages_phrases ON messages (conversation_id)"),
    ).rejects.toThrow();
    await upgrade();
    expect(await validAmong(db, ...ofWords)).toEqual(ofWords);
  }));
