import type { Knex } from "knex";

/** Who was given an account and hasn't logged in to it yet. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE users ADD COLUMN awaits_first_login boolean NOT NULL DEFAULT false");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE users DROP COLUMN awaits_first_login");
};
