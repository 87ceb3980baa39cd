import type { Knex } from "knex";

/**
 * How often the process running the job died. Until now this was derived from attempts, which releases also
 * increment.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE jobs ADD COLUMN crashes integer NOT NULL DEFAULT 0");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE jobs DROP COLUMN crashes");
};
