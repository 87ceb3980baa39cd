import type { Knex } from "knex";

/**
 * Queued push notifications, how far the log has been searched for them, and the notifications that devices
 * show.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE push_queue (
      realm_id integer NOT NULL,
      id bigint GENERATED ALWAYS AS IDENTITY,
      due_at bigint NOT NULL,
      failures integer NOT NULL DEFAULT 0,
      job jsonb NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE INDEX push_queue_due ON push_queue (realm_id, due_at, id);
    CREATE TABLE push_positions (
      realm_id integer PRIMARY KEY,
      position bigint NOT NULL
    );
    CREATE TABLE shown_pushes (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      message_id bigint NOT NULL,
      conversation_id bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id, message_id)
    );
    CREATE INDEX shown_pushes_of_message ON shown_pushes (realm_id, message_id);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE push_queue, push_positions, shown_pushes");
};
