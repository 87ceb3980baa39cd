import type { Knex } from "knex";

/** Channels whose new subscribers receive push notifications. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE channels ADD COLUMN default_push_notifications boolean NOT NULL DEFAULT false");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE channels DROP COLUMN default_push_notifications");
};
