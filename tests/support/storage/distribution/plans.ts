import type { Knex } from "knex";
import type { Recorded } from "./recorded-statements";

/** The parts of a node of PostgreSQL's plan that matter here. */
interface PlanNode {
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
  /** The realm that the scan is restricted to, as a constant; undefined if there is none. */
  readonly realm: string | undefined;
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

/** A realm, or a list of one. */
const constantRealm = /^\(?(?:\w+\.)?realm_id = (?:'?(\d+)'?(?:::\w+)?|ANY \('\{(\d+)\}'::\w+\[\]\))\)?$/;

const isConditionName = (name: string): boolean => name === "Filter" || name.endsWith(" Cond");

const realmIn = (node: PlanNode): string | undefined => {
  for (const [name, condition] of Object.entries(node))
    if (isConditionName(name) && typeof condition === "string")
      for (const part of conjuncts(condition)) {
        const [, one, onlyOne] = constantRealm.exec(part) ?? [];
        if (one !== undefined || onlyOne !== undefined) return one ?? onlyOne;
      }
  return undefined;
};

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The condition of a bitmap scan is at the scan of the table, which has a name; its index scan has none. */
const isScan = (node: PlanNode): boolean =>
  node["Relation Name"] !== undefined && node["Node Type"] !== "ModifyTable";

/** Asks PostgreSQL how it would run the statement. */
export const useOf = async (db: Knex, { text, values }: Recorded): Promise<StatementUse> => {
  const connection = await db.client.acquireConnection();
  try {
    const { rows } = await connection.query(`EXPLAIN (FORMAT JSON, COSTS OFF) ${text}`, values);
    const nodes = nodesOf(rows[0]["QUERY PLAN"][0].Plan);
    const changes = nodes.filter((node) => node["Node Type"] === "ModifyTable");
    const tables = (...operations: readonly string[]) =>
      changes.flatMap((node) =>
        operations.includes(node.Operation ?? "") ? [node["Relation Name"] ?? ""] : [],
      );
    const inserted = tables("Insert");
    return {
      scans: nodes
        .filter(isScan)
        .map((node) => ({ table: node["Relation Name"] ?? "", realm: realmIn(node) })),
      inserted,
      changed: tables("Update", "Delete"),
      locks: nodes.some((node) => node["Node Type"] === "LockRows"),
      insertsInSteps: inserted.length > 0 && changes.some((node) => node["Subplan Name"] !== undefined),
    };
  } finally {
    await db.client.releaseConnection(connection);
  }
};
