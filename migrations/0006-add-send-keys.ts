import type { Knex } from "knex";

/** The client's key of each send, so that a retried send creates no second message. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE messages ADD COLUMN send_key text;
    ALTER TABLE archived_messages ADD COLUMN send_key text;
    CREATE UNIQUE INDEX messages_send_key ON messages (realm_id, sender_id, send_key)
      WHERE send_key IS NOT NULL;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DROP INDEX messages_send_key;
    ALTER TABLE archived_messages DROP COLUMN send_key;
    ALTER TABLE messages DROP COLUMN send_key;
  `);
};
