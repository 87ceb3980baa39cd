import type { Knex } from "knex";

/** Whether clients see a channel as active; a background job marks channels that have been quiet for long. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE channels ADD COLUMN is_recently_active boolean NOT NULL DEFAULT true");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE channels DROP COLUMN is_recently_active");
};
