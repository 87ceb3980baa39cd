import type { Knex } from "knex";

/** How often a process that ran the job ended without a word. Until now it followed from attempts, which releases raise too. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE jobs ADD COLUMN crashes integer NOT NULL DEFAULT 0");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE jobs DROP COLUMN crashes");
};
