import { readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { migrations } from "../../src/adapters/persistence/knex/database/migrations";
import { objectionsTo, statementsOf } from "../support/storage/upgrade-rules";

test("every file in migrations is listed in src/adapters/persistence/knex/database/migrations.ts, in order", async () => {
  const files = readdirSync(join(__dirname, "../../migrations")).map((file) => parse(file).name);
  expect(await migrations.getMigrations([])).toEqual(files.sort());
});

describe("nodes of the version before serve during an upgrade", () => {
  /** It empties the log. An upgrade from before it needs a stop: docs/scale.md. */
  const lastWithStop = "0050-add-undos";

  /** Migrations that break a rule without making anybody wait, and why. */
  const harmless: Readonly<Record<string, string>> = {
    "0141-fold-topics-as-the-database-does":
      "Changes only rows with one of a few letters, and locks no others.",
  };

  test("no migration locks a large table for long, or takes away what they use", async () => {
    const names = (await migrations.getMigrations([])).filter((name) => name > lastWithStop);
    const objections = await Promise.all(
      names.map(async (name) => objectionsTo(await statementsOf(await migrations.getMigration(name)))),
    );
    expect(names.length).toBeGreaterThan(30);
    const found = names.flatMap((name, index) =>
      name in harmless ? [] : (objections[index] ?? []).map((objection) => `${name}: ${objection}`),
    );
    expect(found).toEqual([]);
  });

  const refused = async (sql: string): Promise<boolean> => {
    const statements = await statementsOf({
      up: async (knex) => {
        await knex.raw(sql);
      },
      down: async () => {},
    });
    return objectionsTo(statements).length > 0;
  };

  test.each([
    "UPDATE messages SET edits_size = 0",
    "ALTER TABLE messages ADD COLUMN a integer; UPDATE messages m SET a = 1 WHERE m.id > 5",
    "WITH old AS (SELECT id FROM events) DELETE FROM events USING old",
    "CREATE INDEX ON messages (sender_id)",
    "CREATE UNIQUE INDEX users_name ON users (full_name)",
    "ALTER TABLE users ADD CONSTRAINT named CHECK (full_name <> '')",
    "ALTER TABLE users ADD COLUMN a integer CHECK (a > 0)",
    "ALTER TABLE users ADD COLUMN a uuid DEFAULT gen_random_uuid()",
    "ALTER TABLE messages ADD COLUMN a bigserial",
    "ALTER TABLE messages ADD COLUMN a boolean NOT NULL DEFAULT false",
    "ALTER TABLE messages ALTER COLUMN client TYPE varchar(9)",
    "ALTER TABLE messages\n  ALTER client SET NOT NULL",
    "LOCK TABLE messages",
    "DROP TABLE jobs",
    "ALTER TABLE realms DROP COLUMN name",
    "ALTER TABLE realms RENAME TO organizations",
    "ALTER TABLE realms ADD COLUMN a integer NOT NULL",
  ])("refuses %s", async (sql) => {
    expect(await refused(sql)).toBe(true);
  });

  test.each([
    "ALTER TABLE messages ADD COLUMN a integer, ADD COLUMN b text",
    "ALTER TABLE users ADD COLUMN a integer, ADD COLUMN b boolean NOT NULL DEFAULT false",
    "ALTER TABLE users ADD CONSTRAINT named CHECK (full_name <> '') NOT VALID",
    "ALTER TABLE users VALIDATE CONSTRAINT named",
    "CREATE TABLE a (realm_id integer NOT NULL, b text UNIQUE); CREATE INDEX ON a (b); UPDATE a SET b = ''",
    "UPDATE realms SET name = ''",
    "INSERT INTO jobs (realm_id) SELECT id FROM realms ON CONFLICT (id) DO UPDATE SET realm_id = 1",
    "CREATE FUNCTION a() RETURNS void LANGUAGE sql AS $$ UPDATE messages SET client = ''; $$",
    "ALTER TABLE messages SET (fillfactor = 90) -- not UPDATE messages SET",
  ])("accepts %s", async (sql) => {
    expect(await refused(sql)).toBe(false);
  });
});
