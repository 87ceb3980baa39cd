import type { Knex } from "knex";

/**
 * Which history of the database the logs belong to: a failover or a restored backup begins another one. Histories are numbered, and each log
 * has the number of the last one that it has followed.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE database_history (
      id integer PRIMARY KEY CHECK (id = 1), name text NOT NULL, number integer NOT NULL, is_followed boolean NOT NULL
    );
    ALTER TABLE realm_heads ADD COLUMN history integer NOT NULL DEFAULT 0;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE database_history; ALTER TABLE realm_heads DROP COLUMN history");
};
