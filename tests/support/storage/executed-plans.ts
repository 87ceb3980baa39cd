import type { Knex } from "knex";

/** What Knex sends. The values of a statement that PostgreSQL keeps are among its options. */
interface Asked {
  readonly sql: string;
  readonly bindings: readonly unknown[];
  readonly options?: { readonly values?: readonly unknown[] };
}

/** A node of an executed plan, with what is below it. */
interface PlanNode {
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The plans by which the database would run the work's statements now. Nothing that these change stays. */
const plansOf = async (db: Knex, work: (trx: Knex.Transaction) => Promise<unknown>): Promise<PlanNode[]> => {
  const asked: Asked[] = [];
  const listen = (one: Asked) => asked.push(one);
  const trx = await db.transaction();
  trx.on("query", listen);
  try {
    await work(trx);
  } finally {
    trx.off("query", listen);
    await trx.rollback();
  }
  expect(asked).not.toEqual([]);
  const plans: PlanNode[] = [];
  for (const one of asked) plans.push(await planOf(db, one));
  return plans;
};

const planOf = async (db: Knex, { sql, bindings, options }: Asked): Promise<PlanNode> => {
  const explaining = await db.transaction();
  try {
    const { rows } = await explaining
      .raw(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`)
      .options({ values: options?.values ?? bindings });
    return rows[0]["QUERY PLAN"][0].Plan;
  } finally {
    await explaining.rollback();
  }
};

type Work = Parameters<typeof plansOf>[1];

/** How many pages of tables and indexes the work would read now. */
export const pagesReadBy = async (db: Knex, work: Work): Promise<number> =>
  (await plansOf(db, work)).reduce(
    (sum, plan) => sum + plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
    0,
  );

/** How many rows the work would look at now, counting a row again in each step of a plan that it comes to. */
export const rowsSeenBy = async (db: Knex, work: Work): Promise<number> =>
  (await plansOf(db, work)).reduce((sum, plan) => sum + rowsSeenIn(plan), 0);

/** How many characters of rows the work's statements return now, written as JSON. */
export const charactersReadBy = async (db: Knex, work: Work): Promise<number> => {
  let characters = 0;
  const listen = ({ rows }: { readonly rows: readonly unknown[] }) => {
    characters += JSON.stringify(rows).length;
  };
  const trx = await db.transaction();
  trx.on("query-response", listen);
  try {
    await work(trx);
  } finally {
    trx.off("query-response", listen);
    await trx.rollback();
  }
  return characters;
};

/** How many rows an executed plan looked at, as `rowsSeenBy` counts them. */
export const rowsSeenIn = (node: PlanNode): number =>
  node["Actual Loops"] *
    (node["Actual Rows"] +
      (node["Rows Removed by Filter"] ?? 0) +
      (node["Rows Removed by Join Filter"] ?? 0)) +
  (node.Plans ?? []).reduce((sum, below) => sum + rowsSeenIn(below), 0);
