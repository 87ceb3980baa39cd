import type { Knex } from "knex";

interface Column {
  readonly type: string;
  readonly isNotNull: boolean;
  readonly default: string | null;
}

interface Constraint {
  readonly table: string;
  readonly kind: "c" | "f" | "p" | "t" | "u" | "x";
  readonly columns: readonly string[];
  readonly isValid: boolean;
  readonly definition: string;
}

interface Index {
  readonly table: string;
  readonly isUnique: boolean;
  readonly columns: readonly string[];
  readonly definition: string;
}

/** What a transaction has done with a table so far. */
interface Activity {
  readonly scans: number;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** Whether nobody else can write to it. */
  readonly isBlocked: boolean;
}

/** The parts of a database that its clients can tell, by name, and what the current transaction did. */
export interface Catalogue {
  /** The files of tables: a table that is rewritten gets another one. */
  readonly tables: Readonly<Record<string, string>>;
  /** By table and name, such as `users.email`. */
  readonly columns: Readonly<Record<string, Column>>;
  readonly constraints: Readonly<Record<string, Constraint>>;
  readonly indexes: Readonly<Record<string, Index>>;
  /** Results by signature. */
  readonly functions: Readonly<Record<string, string>>;
  /** Triggers, rules and policies, which change what a statement does to a table. */
  readonly interferences: Readonly<Record<string, { readonly table: string; readonly definition: string }>>;
  /** Sequences, views and types. */
  readonly others: Readonly<Record<string, string>>;
  /** Tables of which functions insert whole rows. */
  readonly insertedWhole: readonly string[];
  readonly activity: Readonly<Record<string, Activity>>;
}

const isOurs = (namespace: string): string => `${namespace} = 'public'::regnamespace`;

const columnsAt = (table: string, numbers: string): string =>
  `(SELECT coalesce(json_agg(a.attname), '[]') FROM pg_attribute a WHERE a.attrelid = ${table} AND a.attnum = ANY(${numbers}))`;

const parts: Readonly<Record<Exclude<keyof Catalogue, "insertedWhole">, string>> = {
  tables: `SELECT c.relname AS name, to_json(c.relfilenode::text) AS value FROM pg_class c
    WHERE ${isOurs("c.relnamespace")} AND c.relkind IN ('r', 'p')`,
  columns: `SELECT c.relname || '.' || a.attname AS name, json_build_object(
      'type', concat(format_type(a.atttypid, a.atttypmod), a.attidentity, a.attgenerated, l.collname),
      'isNotNull', a.attnotnull,
      'default', CASE WHEN a.attidentity <> '' THEN 'identity' ELSE pg_get_expr(d.adbin, d.adrelid) END) AS value
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p')
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum LEFT JOIN pg_collation l ON l.oid = a.attcollation
    WHERE ${isOurs("c.relnamespace")} AND a.attnum > 0 AND NOT a.attisdropped`,
  constraints: `SELECT c.relname || '.' || k.conname AS name, json_build_object(
      'table', c.relname, 'kind', k.contype, 'isValid', k.convalidated,
      'columns', ${columnsAt("k.conrelid", "k.conkey")},
      'definition', replace(pg_get_constraintdef(k.oid), ' NOT VALID', '')) AS value
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE ${isOurs("k.connamespace")} AND k.contype IN ('c', 'f', 'p', 'u', 'x')`,
  indexes: `SELECT c.relname AS name, json_build_object(
      'table', t.relname, 'isUnique', i.indisunique, 'columns', ${columnsAt("i.indrelid", "i.indkey")},
      'definition', pg_get_indexdef(i.indexrelid)) AS value
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE ${isOurs("c.relnamespace")}`,
  functions: `SELECT p.oid::regprocedure::text AS name, to_json(concat(p.prokind, ' ', pg_get_function_result(p.oid))) AS value
    FROM pg_proc p WHERE ${isOurs("p.pronamespace")}`,
  interferences: `SELECT c.relname || '.' || o.name AS name, json_build_object('table', c.relname, 'definition', o.definition) AS value
    FROM pg_class c JOIN (
      SELECT tgrelid AS table, tgname::text AS name, concat(pg_get_triggerdef(oid), tgenabled) AS definition FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT ev_class, rulename, pg_get_ruledef(oid) FROM pg_rewrite
      UNION ALL SELECT oid, 'row security', relforcerowsecurity::text FROM pg_class WHERE relrowsecurity
    ) o ON o.table = c.oid WHERE ${isOurs("c.relnamespace")} AND c.relkind IN ('r', 'p')`,
  others: `SELECT c.relname AS name, to_json(c.relkind) AS value FROM pg_class c
      WHERE ${isOurs("c.relnamespace")} AND c.relkind IN ('S', 'v', 'm', 'c', 'f')
    UNION ALL SELECT t.typname, to_json(t.typtype) FROM pg_type t WHERE ${isOurs("t.typnamespace")} AND t.typtype IN ('d', 'e', 'r')`,
  activity: `SELECT s.relname AS name, json_build_object('scans', s.seq_scan + coalesce(s.idx_scan, 0),
      'inserted', s.n_tup_ins, 'updated', s.n_tup_upd, 'deleted', s.n_tup_del,
      'isBlocked', EXISTS (SELECT FROM pg_locks l WHERE l.relation = s.relid AND l.pid = pg_backend_pid() AND l.granted
        AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'))) AS value
    FROM pg_stat_xact_user_tables s WHERE s.schemaname = 'public'`,
};

const isPart = (name: string): name is keyof typeof parts => name in parts;

/** Reads what is there, as the current transaction sees it. */
export const readCatalogue = async (trx: Knex): Promise<Catalogue> => {
  const { rows } = await trx.raw(
    Object.entries(parts)
      .map(([part, text]) => `SELECT '${part}' AS part, name, value::jsonb FROM (${text}) ${part}`)
      .join(" UNION ALL "),
  );
  const found = Object.fromEntries(Object.keys(parts).map((part) => [part, {} as Record<string, unknown>]));
  for (const { part, name, value } of rows)
    if (isPart(part)) Object.assign(found[part] ?? {}, { [name]: value });
  const { rows: whole } = await trx.raw(
    `SELECT DISTINCT (regexp_matches(p.prosrc, '\\mNULL::(\\w+)', 'gi'))[1] AS name FROM pg_proc p WHERE ${isOurs("p.pronamespace")}`,
  );
  return { ...found, insertedWhole: whole.map(({ name }: { name: string }) => name) } as unknown as Catalogue;
};
