import type { Knex } from "knex";
import { escapeLiteral } from "pg";

/** The parts of a node of PostgreSQL's plan that matter here. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Subplan Name"?: string;
  readonly "Relation Name"?: string;
  readonly Operation?: string;
  readonly Plans?: readonly PlanNode[];
  readonly [other: string]: unknown;
}

/** What a statement does with a table. */
interface TableUse {
  readonly table: string;
  /** Gets the realm that the scan is restricted to from the values of the parameters. Undefined if it isn't restricted. */
  readonly realm: ((values: readonly unknown[]) => string | undefined) | undefined;
}

export interface StatementUse {
  /** Scans, those of updates and deletions among them. */
  readonly scans: readonly TableUse[];
  readonly inserted: readonly string[];
  readonly changed: readonly string[];
  readonly locks: boolean;
  /** Whether it inserts in a WITH query, or beside one that changes rows. */
  readonly insertsInSteps: boolean;
}

/** The parts of a condition that all hold: `((a) AND (b))` has two. */
const conjuncts = (condition: string): readonly string[] => {
  const inner = /^\((.*)\)$/s.exec(condition)?.[1];
  if (inner === undefined) return [condition];
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let from = 0;
  for (let at = 0; at < inner.length; at += 1) {
    const letter = inner[at];
    if (letter === "'") quoted = !quoted;
    if (quoted) continue;
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (depth < 0) return [condition];
    if (depth === 0 && inner.startsWith(" AND ", at)) {
      parts.push(inner.slice(from, at));
      from = at + " AND ".length;
    }
  }
  return [...parts, inner.slice(from)];
};

/** A constant or a parameter, or a list of them. A cast changes nothing. */
const restriction =
  /^\(?(?:\w+\.)?realm_id = (?<list>ANY \()?\(?(?:'?(?<constant>\d+|\{\d+\})'?|\$(?<parameter>\d+))\)?(?:::[\w[\]]+)?\)*$/;

const isConditionName = (name: string): boolean => name === "Filter" || name.endsWith(" Cond");

/** The one realm of a list. */
const onlyOf = (list: unknown): string | undefined => {
  const realms = new Set(Array.isArray(list) ? list.map(String) : []);
  return realms.size === 1 ? [...realms][0] : undefined;
};

const restrictionIn = (node: PlanNode): TableUse["realm"] => {
  for (const [name, condition] of Object.entries(node))
    if (isConditionName(name) && typeof condition === "string")
      for (const part of conjuncts(condition)) {
        const { list, constant, parameter } = restriction.exec(part)?.groups ?? {};
        if (constant !== undefined) return () => constant.replace(/[{}]/g, "");
        if (parameter === undefined) continue;
        return (values) => {
          const value = values[Number(parameter) - 1];
          if (list !== undefined) return onlyOf(value);
          return value === undefined ? undefined : String(value);
        };
      }
  return undefined;
};

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The condition of a bitmap scan is at the scan of the table, which has a name; its index scan has none. */
const isScan = (node: PlanNode): boolean =>
  node["Relation Name"] !== undefined && node["Node Type"] !== "ModifyTable";

/** What the plan does with tables. */
export const useIn = (plan: PlanNode): StatementUse => {
  const nodes = nodesOf(plan);
  const changes = nodes.filter((node) => node["Node Type"] === "ModifyTable");
  const tables = (...operations: readonly string[]) =>
    changes.flatMap((node) =>
      operations.includes(node.Operation ?? "") ? [node["Relation Name"] ?? ""] : [],
    );
  const inserted = tables("Insert");
  return {
    scans: nodes
      .filter(isScan)
      .map((node) => ({ table: node["Relation Name"] ?? "", realm: restrictionIn(node) })),
    inserted,
    changed: tables("Update", "Delete", "Merge"),
    locks: nodes.some((node) => node["Node Type"] === "LockRows"),
    insertsInSteps: inserted.length > 0 && changes.some((node) => node["Subplan Name"] !== undefined),
  };
};

/**
 * Asks PostgreSQL how it would run the statement with any values. With those of one run it would leave out
 * tables that they make needless.
 */
export const useOf = async (db: Knex, text: string): Promise<StatementUse> => {
  const connection = await db.client.acquireConnection();
  try {
    await connection.query("SET plan_cache_mode = force_generic_plan");
    await connection.query(`PREPARE explained AS ${text}`);
    const { rows: types } = await connection.query(
      "SELECT unnest(parameter_types) FROM pg_prepared_statements WHERE name = 'explained'",
    );
    const values = types.length > 0 ? `(${types.map(() => "NULL").join(", ")})` : "";
    const { rows } = await connection.query(`EXPLAIN (FORMAT JSON, COSTS OFF) EXECUTE explained ${values}`);
    await connection.query("DEALLOCATE explained");
    return useIn(rows[0]["QUERY PLAN"][0].Plan);
  } finally {
    await db.client.releaseConnection(connection);
  }
};

/** A value as PostgreSQL reads it: numbers, texts, lists of them, and JSON. */
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL";
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(",")}}`);
  return escapeLiteral(typeof value === "object" ? JSON.stringify(value) : String(value));
};

/** The plan of a statement with these values, as text. Citus doesn't explain statements with parameters. */
export const planWith = async (db: Knex, text: string, values: readonly unknown[]): Promise<string> => {
  const connection = await db.client.acquireConnection();
  try {
    const given = text.replace(/\$(\d+)/g, (_, parameter: string) => literal(values[Number(parameter) - 1]));
    const { rows } = await connection.query(`EXPLAIN ${given}`);
    return rows.map((row: Readonly<Record<string, string>>) => row["QUERY PLAN"]).join("\n");
  } finally {
    await db.client.releaseConnection(connection);
  }
};
