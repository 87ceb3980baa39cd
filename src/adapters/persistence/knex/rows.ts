import type { Knex } from "knex";
import type { IdRange, IdRanges } from "../../../domain/id-ranges";

/** A pool or a transaction: whatever runs SQL. */
export type Sql = Pick<Knex, "raw">;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** An entity's fields under their columns' names. Objects and lists are left for jsonb columns. */
export const toRow = (entity: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entity).map(([name, value]) => [snake(name), value]));

/** The entity in a row, without the columns that aren't part of it. */
export const fromRow = <A>(row: Record<string, unknown>, ...without: readonly string[]): A =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name === "realm_id" || without.includes(name) ? [] : [[camel(name), value]],
    ),
  ) as A;

/** Inserts any number of rows in one statement with one parameter. */
export const insertRows = async (
  sql: Sql,
  table: string,
  rows: readonly Record<string, unknown>[],
  onConflict = "",
): Promise<void> => {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).join(", ");
  await sql.raw(
    `INSERT INTO ${table} (${columns})
     SELECT ${columns} FROM json_populate_recordset(NULL::${table}, ?::json) ${onConflict}`,
    [JSON.stringify(rows)],
  );
};

/** Puts a list in the place of the rows of a realm's table, each with its `place` in the list. */
export const replaceList = async (
  sql: Sql,
  table: string,
  realmId: number,
  list: readonly object[],
): Promise<void> => {
  await run(sql, `DELETE FROM ${table} WHERE realm_id = ?`, [realmId]);
  await insertRows(
    sql,
    table,
    list.map((entity, place) => ({ realm_id: realmId, place, ...toRow(entity) })),
  );
};

/** Changes the columns of one row of a realm's table that follow from a change of an entity. */
export const updateRow = (
  sql: Sql,
  table: string,
  realmId: number,
  id: number,
  change: object,
): Promise<void> => {
  const row = toRow(change);
  const columns = Object.keys(row).join(", ");
  if (columns === "") return Promise.resolve();
  return run(
    sql,
    `UPDATE ${table} SET (${columns}) = (SELECT ${columns} FROM json_populate_record(NULL::${table}, ?::json))
     WHERE realm_id = ? AND id = ?`,
    [JSON.stringify(row), realmId, id],
  );
};

/** Runs a statement with bindings by place. */
export const run = async (sql: Sql, text: string, bindings: readonly unknown[]): Promise<void> => {
  await sql.raw(text, bindings as Knex.RawBinding[]);
};

/** Runs a query with bindings by place (`?`) or by name (`:name`), and gives its rows. */
export const query = async <Row = Record<string, unknown>>(
  sql: Sql,
  text: string,
  bindings: readonly unknown[] | Readonly<Record<string, unknown>>,
): Promise<readonly Row[]> => (await sql.raw(text, bindings as Knex.RawBinding[])).rows;

/** The text form of an int8multirange. */
export const toMultirange = (ranges: IdRanges): string =>
  `{${ranges.map(([start, end]) => `[${start},${end === Number.POSITIVE_INFINITY ? "" : end})`).join(",")}}`;

/** Reads the text form, which PostgreSQL always writes as `[from,to)`. */
export const fromMultirange = (text: string): IdRanges =>
  [...text.matchAll(/\[(\d+),(\d*)\)/g)].map(
    ([, start, end]): IdRange => [Number(start), end ? Number(end) : Number.POSITIVE_INFINITY],
  );
