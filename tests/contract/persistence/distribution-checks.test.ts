import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { copiesOf } from "../../support/storage/distribution/copied-inserts";
import {
  asSuperuser,
  explainFunctions,
  notReachedIn,
  watchFunctions,
} from "../../support/storage/distribution/function-statements";
import { treeOf } from "../../support/storage/distribution/parse-trees";
import { useOf } from "../../support/storage/distribution/plans";
import { watchCode } from "../../support/storage/distribution/reached-code";
import { readCatalog, refusalsOf } from "../../support/storage/distribution/refused-statements";
import {
  isAcross,
  isOfCitus,
  objectionsToFunction,
  staysInRealm,
} from "../../support/storage/distribution/rules";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let db: Knex;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(asSuperuser(database.connection));
  await db.raw(`
    CREATE TABLE apples (realm_id integer, id bigint, pear_id bigint, PRIMARY KEY (realm_id, id));
    CREATE TABLE pears (realm_id integer, id bigint, name text, PRIMARY KEY (realm_id, id));
    CREATE TABLE plums (realm_id integer, id bigint GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (realm_id, id));
  `);
});
afterAll(async () => {
  await db.destroy();
  await database.destroy();
});

/** Whether a statement stays in its realm in runs with these values. */
const stays = async (text: string, ...runs: readonly (readonly unknown[])[]): Promise<boolean> =>
  staysInRealm({ runs, use: await useOf(db, text) });

describe("a statement", () => {
  test("stays in a realm if each of its tables is compared with it", async () => {
    const joined = "SELECT FROM apples a JOIN pears p ON p.id = a.pear_id AND p.realm_id";
    expect(await stays(`${joined} = a.realm_id WHERE a.realm_id = $1`, [1])).toBe(true);
    expect(await stays(`${joined} = $1 WHERE a.realm_id = $1`, [1])).toBe(true);
    expect(await stays(`${joined} = $2::integer WHERE a.realm_id = $1`, [1, 1])).toBe(true);
    expect(await stays(`${joined} = 1 WHERE a.realm_id = 1`, [])).toBe(true);
  });

  test("leaves its realm if a joined table lacks a realm_id condition", async () => {
    expect(
      await stays("SELECT FROM apples a JOIN pears p ON p.id = a.pear_id WHERE a.realm_id = $1", [1]),
    ).toBe(false);
  });

  test("leaves its realm if the realms of its tables differ in any run", async () => {
    const text =
      "SELECT FROM apples a JOIN pears p ON p.id = a.pear_id AND p.realm_id = $2 WHERE a.realm_id = $1";
    expect(await stays(text, [1, 1])).toBe(true);
    expect(await stays(text, [1, 1], [1, 2])).toBe(false);
  });

  test("leaves its realm if it would read another table with values that it wasn't run with", async () => {
    expect(
      await stays(
        "SELECT FROM apples a WHERE a.realm_id = $1 AND ($2::text = '' OR EXISTS (SELECT FROM pears WHERE name = $2))",
        [1, ""],
      ),
    ).toBe(false);
    expect(await stays("SELECT FROM apples WHERE realm_id = $1 OR $2::boolean", [1, false])).toBe(false);
  });

  test("stays in a realm if it takes a list of one", async () => {
    const text = "DELETE FROM apples WHERE realm_id = ANY($1)";
    expect(await stays(text, [[7]])).toBe(true);
    expect(await stays(text, [[7]], [[7, 8]])).toBe(false);
    expect(isAcross({ runs: [[[7, 8]]], use: await useOf(db, text) })).toBe(true);
  });
});

describe("Citus refuses a change that", () => {
  const refusals = async (text: string): Promise<readonly string[]> =>
    refusalsOf(await treeOf(db, text), await readCatalog(db), isOfCitus);

  const at = "WHERE realm_id = $1";

  test.each([
    [
      "calls a mutable function in CASE or COALESCE",
      `UPDATE pears SET name = coalesce(name, now()::text) ${at}`,
    ],
    [
      "calls a mutable function in CASE or COALESCE",
      `UPDATE pears SET name = CASE WHEN name > $2 THEN current_date::text ELSE name END ${at}`,
    ],
    [
      "calls a mutable function in CASE or COALESCE",
      `DELETE FROM pears ${at} AND coalesce(name, now()::text) = ''`,
    ],
    [
      "calls a mutable function in CASE or COALESCE",
      `UPDATE pears SET name = x.b FROM (SELECT coalesce($2, now()::text) AS b) x ${at}`,
    ],
    [
      "calls a mutable function in CASE or COALESCE",
      `WITH x AS (SELECT coalesce($2, now()::text) AS b) UPDATE pears SET name = x.b FROM x ${at}`,
    ],
    [
      "calls a mutable function in CASE or COALESCE",
      `WITH x AS (UPDATE pears SET name = coalesce((SELECT max(name || now()) FROM pears ${at}), '') ${at} RETURNING id)
       SELECT id FROM x`,
    ],
    ["calls a stable function with a column", `UPDATE pears SET name = concat(name, 'x') ${at}`],
    ["calls a stable function with a column", `DELETE FROM pears ${at} AND to_jsonb(id) = $2`],
    [
      "calls a stable function with a column",
      `UPDATE pears p SET name = concat((SELECT max(a.id) FROM apples a ${at} AND a.pear_id = p.id)) ${at}`,
    ],
    [
      "calls a stable function with a column",
      `UPDATE pears SET name = x.b FROM (SELECT concat(id) AS b FROM apples a ${at}) x ${at}`,
    ],
    ["calls a volatile function", `UPDATE pears SET name = random()::text ${at}`],
    ["calls a volatile function", `DELETE FROM pears ${at} AND id = random()`],
    ["calls a volatile function", `DELETE FROM pears ${at} AND id IN (SELECT random()::bigint)`],
    ["calls a mutable function in RETURNING", `UPDATE pears SET name = '' ${at} RETURNING now()`],
    ["calls a mutable function in RETURNING", "INSERT INTO pears VALUES ($1, 1) RETURNING concat(id)"],
    [
      "calls a mutable function in ON CONFLICT",
      "INSERT INTO pears VALUES ($1, 1) ON CONFLICT (realm_id, id) DO UPDATE SET name = now()::text",
    ],
    [
      "calls a mutable function in ON CONFLICT",
      `INSERT INTO pears SELECT realm_id, id FROM apples ${at} ON CONFLICT (realm_id, id) DO UPDATE SET name = '' WHERE
       pears.name < now()::text`,
    ],
    [
      "assigns a list of columns from a subquery",
      `UPDATE pears SET (name) = (SELECT name FROM json_populate_record(NULL::pears, $2)) ${at}`,
    ],
    ["changes the realm of a row", `UPDATE pears SET realm_id = 2 ${at}`],
    [
      "changes the realm of a row",
      "INSERT INTO pears VALUES ($1, 1) ON CONFLICT (realm_id, id) DO UPDATE SET realm_id = 2",
    ],
    [
      "has a subquery in INSERT without SELECT",
      `INSERT INTO pears VALUES ($1, (SELECT max(id) FROM apples ${at}))`,
    ],
    ["has WITH in INSERT without SELECT", "WITH x AS (SELECT 1) INSERT INTO pears VALUES ($1, 1)"],
    ["is a MERGE", `MERGE INTO pears USING (SELECT 1) x ON ${at.slice(6)} WHEN MATCHED THEN DELETE`],
  ])("%s: %s", async (reason, text) => {
    expect(await refusals(text)).toContain(reason);
  });

  test.each([
    `UPDATE pears SET name = now()::text ${at}`,
    "UPDATE pears SET name = x.name FROM json_populate_record(NULL::pears, $2) x WHERE pears.realm_id = $1",
    `UPDATE pears SET name = coalesce(name, $2) ${at} AND name < now()::text RETURNING name || 'x'`,
    `UPDATE pears SET name = coalesce((SELECT jsonb_agg(id) FROM apples ${at})::text, '') ${at}`,
    `UPDATE pears SET name = x.b FROM (SELECT string_agg(concat(id), '') AS b FROM apples ${at}) x ${at}`,
    "INSERT INTO pears VALUES ($1, 1, coalesce($2, now()::text)) ON CONFLICT (realm_id, id) DO UPDATE SET name = excluded.name",
    `WITH x AS (SELECT 1 AS b) INSERT INTO pears SELECT $1, b FROM x`,
    `INSERT INTO pears SELECT realm_id, id, concat(id) FROM apples ${at}`,
    `SELECT coalesce(name, now()::text), random() FROM pears ${at} FOR UPDATE`,
    "UPDATE throttles SET key = coalesce(key, random()::text)",
  ])("is none of this: %s", async (text) => {
    expect(await refusals(text)).toEqual([]);
  });
});

describe("Citus copies the rows of an insert that", () => {
  const copies = async (text: string): Promise<readonly string[]> =>
    copiesOf(await treeOf(db, text), await readCatalog(db));

  const elsewhere = "takes the realm from elsewhere than a distributed table";

  test.each([
    [elsewhere, "INSERT INTO pears SELECT * FROM json_populate_recordset(NULL::pears, $1)"],
    [elsewhere, "INSERT INTO pears SELECT $1::integer, unnest($2::bigint[])"],
    [elsewhere, "INSERT INTO pears SELECT $1::integer, id FROM apples WHERE realm_id = $1"],
    [
      elsewhere,
      "INSERT INTO pears (realm_id, id) SELECT pear_id::integer, id FROM apples WHERE realm_id = $1",
    ],
    [elsewhere, "INSERT INTO pears (id, realm_id) SELECT realm_id, id FROM apples WHERE realm_id = $1"],
    [elsewhere, "WITH x AS (SELECT 1 AS b) INSERT INTO pears SELECT b FROM x"],
    [elsewhere, "INSERT INTO pears SELECT realm_id FROM relayed_realms WHERE realm_id = $1"],
    [
      elsewhere,
      "INSERT INTO pears SELECT realm_id, id FROM apples WHERE realm_id = $1 UNION ALL SELECT 1, 2",
    ],
    [
      "calls a volatile function in an INSERT of selected rows",
      "INSERT INTO pears SELECT realm_id, random()::bigint FROM apples WHERE realm_id = $1",
    ],
    [
      "calls a volatile function in an INSERT of selected rows",
      "INSERT INTO plums (realm_id) SELECT realm_id FROM apples WHERE realm_id = $1",
    ],
    [
      "selects rows of a table that every node has",
      "INSERT INTO relayed_realms SELECT realm_id FROM json_populate_recordset(NULL::relayed_realms, $1)",
    ],
  ])("%s: %s", async (reason, text) => {
    expect(await copies(text)).toContain(reason);
  });

  test.each([
    `INSERT INTO pears SELECT a.realm_id, p.id FROM apples a, json_populate_recordset(NULL::pears, $1) p
     WHERE a.realm_id = $2`,
    "INSERT INTO pears SELECT realm_id, id FROM (SELECT id, realm_id FROM apples WHERE realm_id = $1) x",
    "INSERT INTO pears VALUES ($1, 1), ($1, 2)",
    "INSERT INTO plums (realm_id) VALUES ($1)",
    "INSERT INTO relayed_realms VALUES ($1)",
    "INSERT INTO throttles (key, points) SELECT key, 1 FROM unnest($1::text[]) x (key)",
  ])("is none of this: %s", async (text) => {
    expect(await copies(text)).toEqual([]);
  });
});

describe("a function", () => {
  /** What is found about a function after calls of it. */
  const objectionsAfter = async (
    name: string,
    definition: string,
    calls: readonly string[],
  ): Promise<readonly string[]> => {
    await db.raw(`CREATE FUNCTION ${name}(of_realm integer, wanted bigint) RETURNS ${definition}`);
    await explainFunctions(db);
    const watched = openDatabase(asSuperuser(database.connection));
    try {
      const functions = watchFunctions(watched);
      for (const call of calls) await watched.raw(`SELECT ${name}(${call})`);
      return (await functions()).filter((one) => one.name === name).flatMap(objectionsToFunction);
    } finally {
      await watched.destroy();
    }
  };

  test("stays in the realm of its first argument", async () => {
    const body = `void LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO apples VALUES (of_realm, wanted);
      PERFORM FROM apples a JOIN pears p ON p.realm_id = a.realm_id AND p.id = a.pear_id -- pears
        WHERE a.realm_id = of_realm FOR UPDATE;
      DELETE FROM apples WHERE realm_id = of_realm AND id = wanted;
    END $$`;
    expect(await objectionsAfter("eat_apple", body, ["1, 2"])).toEqual([]);
  });

  test("doesn't if a statement in it lacks the realm, whatever its language", async () => {
    const text = "DELETE FROM apples WHERE id = wanted";
    expect(
      await objectionsAfter("eat_any_apple", `void LANGUAGE plpgsql AS $$ BEGIN ${text}; END $$`, ["1, 2"]),
    ).toEqual([`eat_any_apple reads rows of other realms than its first argument's: ${text}`]);
    expect(await objectionsAfter("eat_any_too", `void LANGUAGE sql AS $$${text}$$`, ["1, 2"])).toEqual([
      `eat_any_too reads rows of other realms than its first argument's: ${text}`,
    ]);
  });

  test("doesn't if it compares the realm with another argument", async () => {
    const body = "bigint LANGUAGE sql AS $$SELECT count(*) FROM apples WHERE realm_id = wanted$$";
    expect(await objectionsAfter("count_apples", body, ["1, 1"])).toHaveLength(1);
  });

  test("must have run each of its statements", async () => {
    const body = `void LANGUAGE plpgsql AS $$ BEGIN
      IF wanted > 5 THEN DELETE FROM pears WHERE id = wanted; END IF;
      DELETE FROM apples WHERE realm_id = of_realm AND id = wanted;
    END $$`;
    expect(await objectionsAfter("eat_either", body, ["1, 2"])).toEqual([
      "eat_either uses pears in a statement that never ran",
    ]);
    expect(notReachedIn("IF x THEN DELETE FROM pears; END IF;", ["DELETE FROM  pears"], ["pears"])).toEqual(
      [],
    );
  });

  test("can't use tables of the coordinator beside others", async () => {
    const body = `bigint LANGUAGE sql AS $$SELECT count(*) FROM apples, throttles
      WHERE realm_id = of_realm AND key = wanted::text$$`;
    expect(await objectionsAfter("count_both", body, ["1, 2"])).toEqual([
      "count_both uses tables of the coordinator and distributed ones",
    ]);
  });
});

test("trees of the statements in functions are told", async () => {
  await db.raw(`CREATE FUNCTION name_pear(of_realm integer, new_name text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    UPDATE pears SET name = coalesce(new_name, now()::text) WHERE realm_id = of_realm;
  END $$`);
  await explainFunctions(db);
  const watched = openDatabase(asSuperuser(database.connection));
  const functions = watchFunctions(watched);
  await watched.raw("SELECT name_pear(1, 'x')");
  const found = (await functions()).find(({ name }) => name === "name_pear");
  const catalog = await readCatalog(db);
  expect(found?.trees.flatMap((tree) => refusalsOf(tree, catalog, isOfCitus))).toEqual([
    "calls a mutable function in CASE or COALESCE",
  ]);
  await watched.destroy();
});

test("code counts as unreached if a branch of it never ran", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parley-reached-"));
  const file = join(folder, "reader.js");
  await writeFile(
    file,
    `exports.read = (isWide) => isWide ? "SELECT FROM apples" : "SELECT FROM apples WHERE realm_id = 1";
     exports.count = (row) => row ?? 0;
     exports.never = () => "DELETE FROM pears";`,
  );
  const watched = await watchCode(folder);
  const { read, count } = require(file);
  read(false);
  count(1);
  expect(await watched.unreached()).toEqual([
    'reader.js exports.read: ? "SELECT FROM apples"',
    'reader.js exports.never: () => "DELETE FROM pears"',
  ]);
  await rm(folder, { recursive: true });
});
