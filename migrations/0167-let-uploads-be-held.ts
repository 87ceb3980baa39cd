import type { Knex } from "knex";

/** Which request is working on an unfinished upload, until when, and whether another one waits for it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE upload_reservations ADD COLUMN holder text;
    ALTER TABLE upload_reservations ADD COLUMN held_until timestamptz;
    ALTER TABLE upload_reservations ADD COLUMN is_wanted boolean NOT NULL DEFAULT false;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE upload_reservations DROP COLUMN holder;
    ALTER TABLE upload_reservations DROP COLUMN held_until;
    ALTER TABLE upload_reservations DROP COLUMN is_wanted;
  `);
};
