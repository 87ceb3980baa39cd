import type { Knex } from "knex";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { migrations } from "../../../src/adapters/persistence/knex/database/migrations";
import {
  createTestDatabase,
  type TestDatabase,
  withEmptyDatabase,
} from "../../support/storage/test-database";
import { readCatalogue } from "../../support/storage/upgrades/catalogue";
import { fillTables } from "../../support/storage/upgrades/fill-tables";
import { addedColumns, objectionsTo } from "../../support/storage/upgrades/objections";

/** The last one of the version before: every database that it serves has run those up to here. */
const lastBefore = "0183-remember-the-files-folder";

const countedAnew =
  "Whatever changes, archives or restores the list counts it anew. Readers take no number below zero.";

/**
 * How each column that is added to a table of the version before stays right, or becomes right again, although nodes of that version
 * change what it is derived from without it, beside nodes of this one and after a rollback.
 */
const staysRight: Readonly<Record<string, string>> = {
  "archived_messages.edit_count": countedAnew,
  "archived_messages.participant_count": "A direct conversation keeps its participants.",
  "archived_messages.reaction_count": countedAnew,
  "jobs.share": "A job keeps its share, and one without any still finds its place.",
  "messages.edit_count": countedAnew,
  "messages.participant_count": "A direct conversation keeps its participants.",
  "messages.reaction_count": countedAnew,
  "realm_heads.history":
    "Nodes of the version before only move positions on, and new logs have followed every history before them.",
};

test("no migration holds nodes of the version before up, or takes away what they use", () =>
  withEmptyDatabase(async (connection) => {
    const db = openDatabase(connection);
    const names = await migrations.getMigrations([]);
    expect(names).toContain(lastBefore);
    const found: string[] = [];
    await db.transaction(async (trx) => {
      for (const name of names.filter((one) => one <= lastBefore))
        await (await migrations.getMigration(name)).up(trx);
    });
    for (const name of names.filter((one) => one > lastBefore)) {
      await db.transaction(fillTables);
      const migration = await migrations.getMigration(name);
      const objections = await db.transaction((trx) => objectionsTo(trx, migration));
      found.push(...objections.map((objection) => `${name}: ${objection}`));
    }
    await db.destroy();
    expect(found).toEqual([]);
  }));

test("no migration adds a column that is left wrong where nodes of the version before change rows", () =>
  withEmptyDatabase(async (connection) => {
    const db = openDatabase(connection);
    const names = await migrations.getMigrations([]);
    const run = (chosen: readonly string[]) =>
      db.transaction(async (trx) => {
        for (const name of chosen) await (await migrations.getMigration(name)).up(trx);
        return readCatalogue(trx);
      });
    const before = await run(names.filter((name) => name <= lastBefore));
    const after = await run(names.filter((name) => name > lastBefore));
    await db.destroy();
    expect([...addedColumns({ before, after })].sort()).toEqual(Object.keys(staysRight));
  }));

describe("a migration", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.db.transaction(async (trx) => {
      await fillTables(trx);
      await trx.raw(`
        ALTER TABLE users ADD CONSTRAINT named CHECK (full_name <> '') NOT VALID;
        CREATE FUNCTION notice() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
      `);
    });
  });
  afterAll(() => database.destroy());

  const objections = async (sql: string): Promise<readonly string[]> => {
    const trx = await database.db.transaction();
    try {
      return await objectionsTo(trx, { up: (knex: Knex) => knex.raw(sql) });
    } finally {
      await trx.rollback();
    }
  };

  test.each([
    ["UPDATE messages SET edits_size = 0", "messages: fill its rows"],
    ["UPDATE public.messages SET edits_size = 0 WHERE id > 5", "messages: don't read it"],
    ['ALTER TABLE messages ADD a integer; UPDATE "messages" m SET a = 1', "messages: fill its rows"],
    ["DO $$ BEGIN UPDATE messages SET edits_size = 0; END $$", "messages: fill its rows"],
    [
      "MERGE INTO messages m USING realms ON true WHEN MATCHED THEN UPDATE SET edits_size = 0",
      "messages: fill its rows",
    ],
    ["WITH old AS (SELECT id FROM users) DELETE FROM users USING old", "users: delete its rows"],
    ["TRUNCATE users", "users: don't rewrite it"],
    ["CREATE TABLE a AS SELECT * FROM messages", "messages: don't read it"],
    ["INSERT INTO backfills SELECT content, 1, 1, true FROM messages", "messages: don't read it"],
    ["INSERT INTO users SELECT * FROM users ON CONFLICT DO NOTHING", "users: don't read it"],
    ["CREATE INDEX ON messages (sender_id)", "messages: don't read it"],
    ["CREATE INDEX ON jobs (realm_id)", "jobs: don't read it"],
    ["UPDATE realm_heads SET position = position", "realm_heads: fill its rows"],
    [
      "CREATE UNIQUE INDEX users_name ON users (realm_id, full_name)",
      "users_name: rows of the version before",
    ],
    ["CREATE UNIQUE INDEX once ON jobs (realm_id)", "once: rows of the version before"],
    ["ALTER TABLE users ADD CONSTRAINT a CHECK (full_name <> '')", "users.a: rows of the version before"],
    [
      "ALTER TABLE users ADD CONSTRAINT a CHECK (full_name <> '') NOT VALID",
      "users.a: rows of the version before",
    ],
    ["ALTER TABLE users ADD COLUMN a integer CHECK (a > 0)", "users: don't read it"],
    ["ALTER TABLE users ADD COLUMN a uuid DEFAULT gen_random_uuid()", "users: don't rewrite it"],
    ["ALTER TABLE messages ADD COLUMN a bigserial", "messages: don't rewrite it"],
    [
      "ALTER TABLE messages ADD COLUMN a boolean NOT NULL DEFAULT false",
      "messages.a: let it be null, because functions",
    ],
    ["ALTER TABLE messages ALTER COLUMN client TYPE varchar(9)", "messages.client: leave its type"],
    [
      "ALTER TABLE messages\n  ALTER edits_size SET NOT NULL",
      "messages.edits_size: the version before may store null",
    ],
    [
      "ALTER TABLE public.users ALTER COLUMN muted_users DROP DEFAULT",
      "users.muted_users: the version before may count",
    ],
    ["ALTER TABLE messages ADD nickname text NOT NULL", "It fails where tables have rows"],
    ["DROP TABLE jobs", "jobs: leave the table"],
    ["ALTER TABLE realms DROP COLUMN name", "realms.name: leave the column"],
    ["ALTER TABLE messages DROP edits", "messages.edits: leave the column"],
    ["ALTER TABLE realms RENAME name TO title", "realms.name: leave the column"],
    ["ALTER TABLE realms RENAME TO organizations", "realms: leave the table"],
    [
      "ALTER TABLE realms ADD COLUMN a integer NOT NULL DEFAULT 1; ALTER TABLE realms ALTER a DROP DEFAULT",
      "realms.a: let it be null",
    ],
    ["ALTER TABLE messages ADD nickname text NOT NULL DEFAULT ''", "messages.nickname: let it be null"],
    ["ALTER TABLE realms ADD score numeric(10,2) NOT NULL", "It fails where tables have rows"],
    [
      "DROP FUNCTION append_messages",
      "append_messages(integer,bigint,bigint,bigint,bigint,json,json): leave the function",
    ],
    ["DROP INDEX messages_unread", "messages_unread: leave the index"],
    [
      "CREATE TRIGGER a BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION notice()",
      "messages.a: it changes what statements",
    ],
    ["ALTER TABLE jobs ENABLE ROW LEVEL SECURITY", "jobs.row security: it changes what statements"],
    ["DROP SEQUENCE realms_id_seq CASCADE", "realms_id_seq: leave it"],
  ])("is refused: %s", async (sql, objection) => {
    expect(await objections(sql)).toContainEqual(expect.stringContaining(objection));
  });

  test.each([
    "ALTER TABLE messages ADD COLUMN a integer, ADD COLUMN b text",
    "ALTER TABLE users ADD COLUMN a integer, ADD COLUMN b boolean NOT NULL DEFAULT false",
    "ALTER TABLE users VALIDATE CONSTRAINT named",
    "ALTER TABLE linkifiers ADD COLUMN a integer UNIQUE CHECK (a > 0)",
    "CREATE TABLE a (realm_id integer NOT NULL, b text UNIQUE); CREATE INDEX ON a (b); UPDATE a SET b = ''",
    "UPDATE realms SET name = ''",
    "INSERT INTO backfills SELECT name, 1, 1, true FROM realms ON CONFLICT (name) DO UPDATE SET id = 1",
    "CREATE INDEX ON linkifiers (realm_id)",
    "CREATE FUNCTION a() RETURNS void LANGUAGE sql AS $$ UPDATE messages SET client = ''; $$",
    "ALTER TABLE messages SET (fillfactor = 90) -- not UPDATE messages SET",
  ])("is accepted: %s", async (sql) => {
    expect(await objections(sql)).toEqual([]);
  });
});
