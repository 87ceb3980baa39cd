import type { Knex } from "knex";
import { messageOf } from "../../../../src/domain/codec/caught";
import { type Catalogue, readCatalogue } from "./catalogue";

/**
 * Tables with a row an organization, or a short list of each, that no request has to write. Any other may be large or busy: jobs wait
 * there for months, or while a mail server is down.
 */
const smallTables: ReadonlySet<string> = new Set([
  "allowed_domains",
  "backfills",
  "channel_folders",
  "default_channel_groups",
  "linkifiers",
  "playgrounds",
  "profile_fields",
  "realms",
  "relayed_realms",
]);

/** What a migration did, as two readings of the catalogue show. */
interface Change {
  readonly before: Catalogue;
  readonly after: Catalogue;
}

type Rule = (change: Change) => readonly string[];

const tableOf = (column: string): string => column.slice(0, column.indexOf("."));

const missing = (before: object, after: object): readonly string[] =>
  Object.keys(before).filter((name) => !(name in after));

/** The columns that were added to tables that were there. */
export const addedColumns = ({ before, after }: Change): readonly string[] =>
  missing(after.columns, before.columns).filter((name) => tableOf(name) in before.tables);

/** Whether the migration added the column to a table that was there. */
const isNewColumn = ({ before, after }: Change, table: string, column: string): boolean =>
  `${table}.${column}` in after.columns && !(`${table}.${column}` in before.columns);

/** Whether rows that don't name the column, as those of the version before, have null there. */
const isNullByDefault = ({ after }: Change, table: string, column: string): boolean => {
  const { isNotNull = true, default: given = "" } = after.columns[`${table}.${column}`] ?? {};
  return !isNotNull && given === null;
};

const takesAway: Rule = ({ before, after }) => [
  ...missing(before.tables, after.tables).map(
    (name) => `${name}: leave the table until the release after this one`,
  ),
  ...missing(before.columns, after.columns)
    .filter((name) => tableOf(name) in after.tables)
    .map((name) => `${name}: leave the column until the release after this one`),
  ...Object.entries(before.indexes)
    .filter(
      ([name, { table, definition }]) =>
        table in after.tables && after.indexes[name]?.definition !== definition,
    )
    .map(([name]) => `${name}: leave the index until the release after this one`),
  ...Object.entries(before.functions)
    .filter(([name, result]) => after.functions[name] !== result)
    .map(([name]) => `${name}: leave the function, and give another one another name`),
  ...missing(before.others, after.others).map((name) => `${name}: leave it until the release after this one`),
];

const changesColumns: Rule = ({ before, after }) =>
  Object.entries(before.columns).flatMap(([name, old]) => {
    const column = after.columns[name];
    if (column === undefined) return [];
    return [
      ...(column.type === old.type ? [] : [`${name}: leave its type, and add another column`]),
      ...(column.isNotNull && !old.isNotNull ? [`${name}: the version before may store null`] : []),
      ...(column.default !== old.default && old.default !== null
        ? [`${name}: the version before may count on the default ${old.default}`]
        : []),
    ];
  });

const addsColumns: Rule = ({ before, after }) =>
  Object.entries(after.columns).flatMap(([name, column]) => {
    const table = tableOf(name);
    if (name in before.columns || !(table in before.tables)) return [];
    if (before.insertedWhole.includes(table) && (column.isNotNull || column.default !== null))
      return [
        `${name}: let it be null, because functions insert whole rows, which lack it from the version before`,
      ];
    return column.isNotNull && column.default === null
      ? [`${name}: let it be null or have a default, because the version before inserts rows without it`]
      : [];
  });

const restrictsRows: Rule = (change) => {
  const { before, after } = change;
  const constraints = Object.entries(after.constraints)
    .filter(([name, { table, columns, definition }]) => {
      if (!(table in before.tables) || before.constraints[name]?.definition === definition) return false;
      return !columns.some((column) => isNewColumn(change, table, column));
    })
    .map(([name]) => `${name}: rows of the version before may break the constraint, even if it is NOT VALID`);
  const indexes = Object.entries(after.indexes)
    .filter(([name, { table, columns, isUnique }]) => {
      if (!isUnique || !(table in before.tables) || name in before.indexes) return false;
      return !columns.some(
        (column) => isNewColumn(change, table, column) && isNullByDefault(change, table, column),
      );
    })
    .map(([name]) => `${name}: rows of the version before may not be unique`);
  const interferences = Object.entries({ ...before.interferences, ...after.interferences })
    .filter(([name, { table }]) => {
      const [old, now] = [before.interferences[name]?.definition, after.interferences[name]?.definition];
      return table in before.tables && table in after.tables && old !== now;
    })
    .map(([name]) => `${name}: it changes what statements of the version before do`);
  return [...constraints, ...indexes, ...interferences];
};

const validatesIn = ({ before, after }: Change, table: string): boolean =>
  Object.entries(after.constraints).some(
    ([name, one]) => one.table === table && one.isValid && before.constraints[name]?.isValid === false,
  );

const takesLong: Rule = (change) => {
  const { before, after } = change;
  return Object.entries(before.tables).flatMap(([name, file]) => {
    if (smallTables.has(name) || !(name in after.tables)) return [];
    const [old, now] = [before.activity[name], after.activity[name]];
    if (after.tables[name] !== file) return [`${name}: don't rewrite it`];
    if (old === undefined || now === undefined) return [];
    return [
      ...(now.updated > old.updated ? [`${name}: fill its rows with a later backfill`] : []),
      ...(now.deleted > old.deleted ? [`${name}: delete its rows in batches, with a job`] : []),
      ...(now.inserted > old.inserted ? [`${name}: insert its rows in batches`] : []),
      // To validate a constraint reads the whole table, but lets others write meanwhile.
      ...(now.scans > old.scans && (now.isBlocked || !validatesIn(change, name))
        ? [`${name}: don't read it in a migration: use a later index or a later backfill`]
        : []),
    ];
  });
};

const rules = [takesAway, changesColumns, addsColumns, restrictsRows, takesLong];

/**
 * Why nodes of the version before couldn't serve beside a migration or after it, from what it does to the database: runs it in the
 * transaction. Tables should have rows. A table that it creates is nobody else's yet.
 */
export const objectionsTo = async (
  trx: Knex,
  { up }: Pick<Knex.Migration, "up">,
): Promise<readonly string[]> => {
  const before = await readCatalogue(trx);
  try {
    await up(trx);
  } catch (error) {
    return [`It fails where tables have rows: ${messageOf(error)}`];
  }
  const after = await readCatalogue(trx);
  return rules.flatMap((rule) => rule({ before, after }));
};
