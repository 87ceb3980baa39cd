import type { Knex } from "knex";

/** Whether clients know a channel as active; channels that have been quiet for long are marked in the background. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE channels ADD COLUMN is_recently_active boolean NOT NULL DEFAULT true");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE channels DROP COLUMN is_recently_active");
};
