import type { Knex } from "knex";
import type { ConnectionSettings } from "../../../../src/adapters/persistence/knex/database/database";
import { type Notice, printingTrees, statementsIn, type TreeNode } from "./parse-trees";
import { type PlanNode, type StatementUse, useIn } from "./plans";

interface NestedStatement {
  readonly text: string;
  readonly use: StatementUse;
}

/** A function of the database, and the statements in it. */
export interface FunctionUse {
  readonly name: string;
  readonly statements: readonly NestedStatement[];
  /** The parse trees of its statements. */
  readonly trees: readonly TreeNode[];
  /** Tables that the rest of its body names, in statements that didn't run. */
  readonly notReached: readonly string[];
}

interface StoredFunction {
  readonly name: string;
  readonly signature: string;
  readonly body: string;
  /** Whether the plans of its statements are told. */
  readonly isExplained: boolean;
}

const onOneLine = (text: string): string => text.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim();

/** Our functions, without those of extensions. */
const functionsIn = async (db: Knex): Promise<readonly StoredFunction[]> => {
  const { rows } = await db.raw(`
    SELECT p.proname AS name, p.oid::regprocedure::text AS signature,
      coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) AS body,
      coalesce(p.proconfig::text LIKE '%auto_explain%', false) AS "isExplained"
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    ORDER BY signature`);
  return rows;
};

const tablesIn = async (db: Knex): Promise<readonly string[]> => {
  const { rows } = await db.raw(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')",
  );
  return rows.map(({ name }: { name: string }) => name);
};

/** The tables that a text names. */
const namedIn = (text: string, tables: readonly string[]): readonly string[] =>
  tables.filter((table) => new RegExp(`\\b${table}\\b`).test(text));

/** The tables that a function's body names outside of the statements that ran. */
export const notReachedIn = (
  body: string,
  ran: readonly string[],
  tables: readonly string[],
): readonly string[] => {
  // PL/pgSQL runs PERFORM as SELECT.
  const rest = [...ran]
    .map(onOneLine)
    .sort((one, other) => other.length - one.length)
    .reduce((left, text) => left.replaceAll(text, " "), onOneLine(body.replace(/\bPERFORM\b/gi, "SELECT")));
  return namedIn(rest, tables);
};

/** Parley's role isn't a superuser in the embedded server. */
export const asSuperuser = (connection: ConnectionSettings): ConnectionSettings =>
  typeof connection === "string" ? connection : { ...connection, user: "postgres" };

/** The longest that auto_explain knows: it explains no statement outside of functions. */
const never = 2_147_483_647;

/**
 * Lets PostgreSQL tell the plan and the parse tree of each statement in a function when it runs, to connections that open after this.
 * The plans are for any values. Takes a superuser.
 */
export const explainFunctions = async (db: Knex): Promise<void> => {
  const {
    rows: [{ name }],
  } = await db.raw("SELECT current_database() AS name");
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_nested_statements = on",
    "auto_explain.log_format = json",
    "auto_explain.log_level = notice",
    `auto_explain.log_min_duration = ${never}`,
  ])
    await db.raw(`ALTER DATABASE ${name} SET ${setting}`);
  for (const { signature } of await functionsIn(db)) {
    await db.raw(`ALTER ROUTINE ${signature} SET auto_explain.log_min_duration = 0`);
    await db.raw(`ALTER ROUTINE ${signature} SET plan_cache_mode = force_generic_plan`);
    for (const setting of printingTrees) await db.raw(`ALTER ROUTINE ${signature} SET ${setting}`);
  }
};

/** The innermost function around a statement. */
const aroundIn = (context: string): string | undefined => {
  const [, inPlpgsql, inSql] = /^(?:PL\/pgSQL function (\w+)\(|SQL function "(\w+)")/m.exec(context) ?? [];
  return inPlpgsql ?? inSql;
};

/** Records the statements in functions that run from now on, on new connections. */
export const watchFunctions = (db: Knex): (() => Promise<readonly FunctionUse[]>) => {
  const messages = new Map<string, { readonly name: string; readonly plan: string }>();
  const trees = new Map<string, Map<string, readonly TreeNode[]>>();
  const note = (notice: Notice): void => {
    const { message = "", detail = "", where = "" } = notice;
    const name = aroundIn(where);
    if (name === undefined) return;
    const ofFunction = trees.get(name) ?? new Map();
    if (!ofFunction.has(detail)) trees.set(name, ofFunction.set(detail, statementsIn(notice)));
    const [, plan] = /^duration: [\d.]+ ms {2}plan:\n(.*)$/s.exec(message) ?? [];
    if (plan !== undefined) messages.set(where, { name, plan });
  };
  db.client.pool.on("createSuccess", (_: unknown, connection: NodeJS.EventEmitter) => {
    connection.on("notice", note);
  });
  return async () => {
    const ran = [...messages.values()].map(({ name, plan }) => {
      const told: { readonly "Query Text": string; readonly Plan: PlanNode } = JSON.parse(plan);
      return { name, text: told["Query Text"], use: useIn(told.Plan) };
    });
    const tables = await tablesIn(db);
    return (await functionsIn(db))
      .filter(({ isExplained }) => isExplained)
      .map(({ name, body }) => {
        const statements = ran.filter((one) => one.name === name);
        const texts = statements.map(({ text }) => text);
        return {
          name,
          statements,
          trees: [...(trees.get(name)?.values() ?? [])].flat(),
          notReached: notReachedIn(body, texts, tables),
        };
      });
  };
};
