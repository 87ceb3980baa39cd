import type { Knex } from "knex";

/** Accounts whose owner hasn't logged in yet. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE users ADD COLUMN awaits_first_login boolean NOT NULL DEFAULT false");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE users DROP COLUMN awaits_first_login");
};
