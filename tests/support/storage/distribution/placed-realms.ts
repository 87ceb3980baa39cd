import type { Knex } from "knex";

interface PlacedRealms {
  /** Places the realms with even ids, or the others, on nodes: several have a copy each. The first is in use, or all are. */
  place(parity: "even" | "odd", nodes: readonly string[], inUse?: "all" | "first"): Promise<void>;
}

/**
 * Gives a plain PostgreSQL the tables and the function that say where Citus holds a realm: those with even ids on node one, the others on
 * node two.
 */
export const placeRealms = async (db: Knex): Promise<PlacedRealms> => {
  await db.raw(`
    CREATE TABLE IF NOT EXISTS pg_dist_partition (logicalrelid regclass);
    CREATE TABLE pg_dist_node (nodeid integer, groupid integer, nodename text, nodeport integer, noderole text);
    CREATE TABLE pg_dist_placement (placementid bigint, shardid bigint, shardstate integer, groupid integer);
    INSERT INTO pg_dist_node VALUES
      (1, 1, 'one', 5432, 'primary'), (2, 2, 'two', 5433, 'primary'), (3, 2, 'standby', 5433, 'secondary');
    INSERT INTO pg_dist_placement VALUES (1, 100, 1, 1), (2, 101, 1, 2);
    CREATE FUNCTION get_shard_id_for_distribution_column(table_name regclass, value anyelement) RETURNS bigint
    LANGUAGE sql AS $$ SELECT 100 + abs(value::integer) % 2 WHERE table_name = 'realm_heads'::regclass $$;
  `);
  return {
    place: async (parity, nodes, inUse = "all") => {
      const shard = parity === "even" ? 100 : 101;
      await db.raw("DELETE FROM pg_dist_placement WHERE shardid = ?", [shard]);
      for (const [index, name] of nodes.entries())
        await db.raw(
          "INSERT INTO pg_dist_placement SELECT ?, ?, ?, groupid FROM pg_dist_node WHERE nodename = ?",
          [index, shard, inUse === "all" || index === 0 ? 1 : 4, name],
        );
    },
  };
};
