import type { Knex } from "knex";

/** How far each backfill of a large table has come: the last row that it has passed. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE backfills (
      name text PRIMARY KEY,
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      is_finished boolean NOT NULL
    )
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE backfills");
};
