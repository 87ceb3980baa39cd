import type { Knex } from "knex";

/** Which history of the database the logs belong to: a failover or a restored backup begins another one. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("CREATE TABLE database_history (id integer PRIMARY KEY CHECK (id = 1), name text NOT NULL)");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE database_history");
};
