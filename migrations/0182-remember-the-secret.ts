import type { Knex } from "knex";

/** A value that only a node with the server's secret computes, so that no node starts with another one. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("CREATE TABLE secret_check (id integer PRIMARY KEY CHECK (id = 1), value text NOT NULL)");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE secret_check");
};
