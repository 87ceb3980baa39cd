import type { Knex } from "knex";

/** Reactions to a message, and its contents before each edit. */
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
