import type { Knex } from "knex";

/**
 * Whose jobs a job counts as, where places are shared out. Nodes that don't know the column write jobs without a share. The later index
 * `jobs_of_share` finds the shares that wait, and the first jobs of each, without reading the others.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE jobs ADD COLUMN share text NOT NULL DEFAULT ''");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE jobs DROP COLUMN share");
};
