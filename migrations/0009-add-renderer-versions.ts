import type { Knex } from "knex";

/**
 * Version of the renderer that produced a message's HTML. Older rows have version 0 and are rendered again.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE messages ADD COLUMN renderer_version integer NOT NULL DEFAULT 0;
    ALTER TABLE archived_messages ADD COLUMN renderer_version integer NOT NULL DEFAULT 0;
    CREATE INDEX messages_rendered_before_1 ON messages (realm_id, id) WHERE renderer_version < 1;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DROP INDEX messages_rendered_before_1;
    ALTER TABLE archived_messages DROP COLUMN renderer_version;
    ALTER TABLE messages DROP COLUMN renderer_version;
  `);
};
