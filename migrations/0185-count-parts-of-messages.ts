import type { Knex } from "knex";

/**
 * How many reactions and edits a message has, and how many people a direct message is among, so that a page of messages can end before it
 * grows too long, without reading these. Null where they haven't been counted: processes of the previous release insert whole rows, and a
 * later backfill counts those of earlier messages.
 */
export const up = async (knex: Knex): Promise<void> => {
  // The archive first: everybody would wait for messages while this waits for the archive.
  for (const table of ["archived_messages", "messages"])
    await knex.raw(`
      ALTER TABLE ${table} ADD COLUMN reaction_count integer, ADD COLUMN edit_count integer, ADD COLUMN participant_count integer
    `);
};

export const down = async (knex: Knex): Promise<void> => {
  for (const table of ["messages", "archived_messages"])
    await knex.raw(
      `ALTER TABLE ${table} DROP COLUMN reaction_count, DROP COLUMN edit_count, DROP COLUMN participant_count`,
    );
};
