import type { Knex } from "knex";

/**
 * Bytes of the earlier versions of a message, so that a page of messages can end before it grows too long.
 * Nullable, because processes of the previous release insert whole rows.
 */
export const up = async (knex: Knex): Promise<void> => {
  for (const table of ["messages", "archived_messages"]) {
    await knex.raw(`ALTER TABLE ${table} ADD COLUMN edits_size integer`);
    await knex.raw(`
      UPDATE ${table} SET edits_size = (
        SELECT coalesce(sum(octet_length(one #>> '{content,before}') + octet_length(one #>> '{content,renderedBefore}')), 0)
        FROM jsonb_array_elements(edits) one)
      WHERE edits <> '[]'
    `);
  }
};

export const down = async (knex: Knex): Promise<void> => {
  for (const table of ["messages", "archived_messages"])
    await knex.raw(`ALTER TABLE ${table} DROP COLUMN edits_size`);
};
