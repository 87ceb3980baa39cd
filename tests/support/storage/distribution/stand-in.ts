import type { Knex } from "knex";

/** Gives a plain PostgreSQL the functions by which Citus places tables. They only record what they are asked. */
export const standInForCitus = async (
  db: Knex,
): Promise<{ readonly calls: () => Promise<readonly string[]> }> => {
  await db.raw(`
    CREATE TABLE pg_dist_partition (logicalrelid regclass);
    CREATE TABLE calls_of_citus (place bigint GENERATED ALWAYS AS IDENTITY, call text);
    CREATE FUNCTION create_reference_table(name regclass) RETURNS void LANGUAGE sql AS $$
      INSERT INTO pg_dist_partition VALUES (name);
      INSERT INTO calls_of_citus (call) VALUES (concat('reference ', name));
    $$;
    CREATE FUNCTION citus_add_local_table_to_metadata(name regclass) RETURNS void LANGUAGE sql AS $$
      INSERT INTO pg_dist_partition VALUES (name);
      INSERT INTO calls_of_citus (call) VALUES (concat('known ', name));
    $$;
    CREATE FUNCTION create_distributed_table(name regclass, distribution_column text, colocate_with text)
    RETURNS void LANGUAGE sql AS $$
      INSERT INTO pg_dist_partition VALUES (name);
      INSERT INTO calls_of_citus (call)
      VALUES (concat('table ', name, ' by ', distribution_column, ' with ', colocate_with));
    $$;
    CREATE FUNCTION create_distributed_function(name regprocedure, argument text, colocate_with text)
    RETURNS void LANGUAGE sql AS $$
      INSERT INTO calls_of_citus (call)
      VALUES (concat('function ', name::oid::regproc, ' by ', argument, ' with ', colocate_with));
    $$;
  `);
  return {
    calls: async () => {
      const { rows } = await db.raw("SELECT call FROM calls_of_citus ORDER BY place");
      return rows.map(({ call }: { call: string }) => call);
    },
  };
};
