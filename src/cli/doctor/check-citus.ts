import type { Knex } from "knex";
import { hasCitus } from "../../adapters/persistence/knex/database/by-realm";
import { run } from "../../adapters/persistence/knex/database/rows";
import { pluralized } from "../../domain/text/pluralized";
import { broken, type Finding, fine } from "./finding";

interface CitusNode {
  readonly name: string;
  readonly port: number;
}

/** A silent node would be waited for much longer. */
const patience = "2s";

const isReached = (db: Knex, { name, port }: CitusNode): Promise<boolean> =>
  db.transaction(async (trx) => {
    await run(trx, `SET LOCAL citus.node_connection_timeout = '${patience}'`, []);
    const { rows } = await trx.raw<{ rows: readonly [{ reached: boolean }] }>(
      "SELECT citus_check_connection_to_node(?, ?) AS reached",
      [name, port],
    );
    return rows[0].reached;
  });

/** Whether the coordinator of Citus reaches each node, if the database is on Citus. */
export const checkCitus = async (db: Knex): Promise<readonly Finding[]> => {
  if (!(await hasCitus(db))) return [];
  const { rows: nodes } = await db.raw<{ rows: readonly CitusNode[] }>(
    "SELECT nodename AS name, nodeport AS port FROM pg_dist_node WHERE isactive ORDER BY nodeid",
  );
  const unreached: string[] = [];
  for (const node of nodes) if (!(await isReached(db, node))) unreached.push(`${node.name}:${node.port}`);
  if (unreached.length === 0)
    return [fine("Citus", `the coordinator reaches ${pluralized(nodes.length, "node")}`)];
  return [
    broken(
      "Citus",
      `The coordinator can't connect to ${unreached.join(", ")}. Organizations there are answered 503 until it can`,
    ),
  ];
};
