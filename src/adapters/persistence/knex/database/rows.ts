import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { Errors } from "io-ts";
import type { Knex } from "knex";
import type { Codec, EntityCodec } from "../../../../domain/codec/codec";
import { problemIn } from "../../../../domain/codec/codec-problem";
import type { RealmId } from "../../../../domain/ids";
import { snakeCase } from "../../../../domain/text/snake-case";

/** An object that runs SQL: a pool or a transaction. */
export type Sql = Pick<Knex, "raw">;

/** Column names by field. There are only as many as entities declare, and a thousand rows of one statement share theirs. */
const columns = new Map<string, string>();
const columnOf = (field: string): string => {
  const column = columns.get(field) ?? snakeCase(field);
  columns.set(field, column);
  return column;
};

/** An entity's fields under their column names. Objects and lists stay for jsonb columns. */
export const toRow = (entity: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entity).map(([name, value]) => [columnOf(name), value]));

/** A row that this version couldn't have stored: a migration is missing, or somebody changed the table. */
class UnreadableRow extends Error {
  constructor(table: string, row: object, key: readonly string[], errors: Errors) {
    const values = Object.entries(row).filter(([column]) => column === "realm_id" || key.includes(column));
    const name = values.map(([column, value]) => `${column} ${value}`).join(", ");
    super(`Row of ${table} (${name}): ${problemIn(errors)}`);
  }
}

/** The origin of a value, for error messages: a table, and the columns that identify the row. */
interface Source {
  readonly table: string;
  readonly key: readonly string[];
}

/** Decodes a value of a row. Copies nothing if it is already as the codec wants it. */
export const decoded = <A>(codec: Codec<A>, value: unknown, row: object, { table, key }: Source): A => {
  if (codec.is(value)) return value;
  return pipe(
    codec.decode(value),
    E.getOrElse((errors): A => {
      throw new UnreadableRow(table, row, key, errors);
    }),
  );
};

/** Takes each field of an entity from the column of its name; ignores other columns. */
export const fieldsFrom = <A>({ fields }: EntityCodec<A>): ((row: Record<string, unknown>) => unknown) => {
  const columns = Object.keys(fields).map((field) => [field, snakeCase(field)] as const);
  return (row) => {
    const entity: Record<string, unknown> = {};
    for (const [field, column] of columns) entity[field] = row[column];
    return entity;
  };
};

/**
 * Decodes entities from the rows of a table. `key` names the columns that identify a row, besides `realm_id`.
 */
export const rowReader = <A>(
  table: string,
  codec: EntityCodec<A>,
  ...key: readonly string[]
): ((row: Record<string, unknown>) => A) => {
  const fieldsOf = fieldsFrom(codec);
  const source = { table, key };
  return (row) => decoded(codec, fieldsOf(row), row, source);
};

/** Inserts any number of rows of a realm in one statement. `rows` hold all columns but the realm, which they needn't name. */
export const insertRows = async (
  sql: Sql,
  table: string,
  realmId: RealmId,
  rows: readonly Record<string, unknown>[],
  onConflict = "",
): Promise<void> => {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).filter((column) => column !== "realm_id");
  // The realm comes from a distributed table, so that Citus inserts where it is. Else it would copy rows there, and tell nothing of a
  // duplicate key but its message.
  const text = `INSERT INTO ${table} (realm_id, ${columns.join(", ")})
     SELECT h.realm_id, ${columns.map((column) => `r.${column}`).join(", ")}
     FROM realm_heads h, json_populate_recordset(NULL::${table}, ?::json) r WHERE h.realm_id = ? ${onConflict}`;
  await preparedRaw(sql, sql.raw(text, [JSON.stringify(rows), realmId]));
};

/** Replaces the rows of a realm's table with a list; each row has its `place` in the list. */
export const replaceList = async (
  sql: Sql,
  table: string,
  realmId: RealmId,
  list: readonly object[],
): Promise<void> => {
  await run(sql, `DELETE FROM ${table} WHERE realm_id = ?`, [realmId]);
  await insertRows(
    sql,
    table,
    realmId,
    list.map((entity, place) => ({ place, ...toRow(entity) })),
  );
};

/**
 * The beginning of an UPDATE that takes columns from a JSON object, its first parameter. It joins the object, because Citus
 * can't assign a list of columns from a subquery.
 */
export const updateFromJson = (table: string, columns: readonly string[]): string =>
  `UPDATE ${table} SET ${columns.map((column) => `${column} = changed.${column}`).join(", ")}
   FROM json_populate_record(NULL::${table}, ?::json) changed`;

/** Updates the columns of one row of a realm's table from a changed entity. */
export const updateRow = (
  sql: Sql,
  table: string,
  realmId: RealmId,
  id: number,
  change: object,
): Promise<void> => {
  const row = toRow(change);
  const columns = Object.keys(row);
  if (columns.length === 0) return Promise.resolve();
  return run(sql, `${updateFromJson(table, columns)} WHERE ${table}.realm_id = ? AND ${table}.id = ?`, [
    JSON.stringify(row),
    realmId,
    id,
  ]);
};

/** Runs a statement with positional (`?`) or named (`:name`) bindings. */
export const run = async (
  sql: Sql,
  text: string,
  bindings: readonly unknown[] | Readonly<Record<string, unknown>>,
): Promise<void> => {
  // Knex passes on everything that the driver can send.
  await sql.raw(text, bindings as Knex.RawBinding[]);
};

/**
 * A column's type, as far as PostgreSQL guarantees it. JSON, and text with a closed set of values, are `unknown` until they
 * are decoded.
 */
type Column<Value> = unknown extends Value
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Column<Item>[]
    : Value extends string
      ? string extends Value
        ? Value
        : never
      : Value extends number | boolean | null
        ? Value
        : never;

/** What a query may say about its rows. */
export type Columns<Row> = { readonly [Name in keyof Row]: Column<Row[Name]> };

/** Runs a query with positional (`?`) or named (`:name`) bindings, and returns its rows. */
export const query = async <Row extends Columns<Row> = Record<string, unknown>>(
  sql: Sql,
  text: string,
  bindings: readonly unknown[] | Readonly<Record<string, unknown>>,
): Promise<readonly Row[]> => (await sql.raw(text, bindings as Knex.RawBinding[])).rows;

/** A statement with PostgreSQL's numbers for its parameters, and the name of each. */
interface Numbered {
  readonly positioned: string;
  readonly parameters: readonly string[];
}

const numberedTexts = new Map<string, Numbered>();

/** A parameter has one number wherever it occurs, so its value is sent once. `::` is a cast, not a parameter. */
const numbered = (text: string): Numbered => {
  const parameters: string[] = [];
  const positioned = text.replace(/(?<!:):(\w+)/g, (_, parameter: string) => {
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  return { positioned, parameters };
};

const numberedOnce = (text: string): Numbered => {
  const known = numberedTexts.get(text) ?? numbered(text);
  numberedTexts.set(text, known);
  return known;
};

/**
 * Runs a frequent query that PostgreSQL then parses and plans only once per connection, with named bindings (`:name`). The driver
 * refuses a name that it knows with another text. We number the parameters ourselves, once, because Knex would do so on every run.
 */
export const preparedQuery = async <Row extends Columns<Row> = Record<string, unknown>>(
  sql: Sql,
  name: string,
  text: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<readonly Row[]> => {
  const { positioned, parameters } = numberedOnce(text);
  const values = parameters.map((parameter) => {
    const value = bindings[parameter];
    if (value === undefined) throw new Error(`${name} lacks a value for :${parameter}`);
    return value;
  });
  return (await sql.raw(positioned).options({ name, values })).rows;
};

/** Names of composed statements by their text. */
const composedNames = new Map<string, string>();

/**
 * Like `preparedQuery`, for a statement that was composed of parts, with any of a few texts: every open connection keeps their plans, each
 * up to half a megabyte.
 */
export const preparedRaw = async <Row extends Columns<Row> = Record<string, unknown>>(
  sql: Sql,
  statement: Knex.Raw,
): Promise<readonly Row[]> => {
  const { sql: text, bindings: values } = statement.toSQL().toNative();
  const name = composedNames.get(text) ?? `composed_${composedNames.size}`;
  composedNames.set(text, name);
  // As an option, the text goes to the driver as it is. Knex has already numbered its parameters.
  return (await sql.raw(text).options({ name, text, values })).rows;
};

/** A subquery's rows as one JSON value: null if there are none. */
export const rowsAsJson = (text: string): string => `(SELECT json_agg(r) FROM (${text}) r)`;

/** The rows of such a value. PostgreSQL made it from columns, so these have their types. */
export const rowsFromJson = <Row extends Columns<Row> = Record<string, unknown>>(
  value: unknown,
): readonly Row[] => (value ?? []) as readonly Row[];
