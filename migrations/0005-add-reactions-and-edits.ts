import type { Knex } from "knex";

/** What happens to a message after it was sent goes with it: reactions, and what it was before its edits. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE messages
      ADD COLUMN reactions jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN edits jsonb NOT NULL DEFAULT '[]';
    ALTER TABLE archived_messages
      ADD COLUMN reactions jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN edits jsonb NOT NULL DEFAULT '[]';
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE archived_messages DROP COLUMN reactions, DROP COLUMN edits;
    ALTER TABLE messages DROP COLUMN reactions, DROP COLUMN edits;
  `);
};
