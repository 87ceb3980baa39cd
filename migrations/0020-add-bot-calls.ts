import type { Knex } from "knex";

/** Queued calls to the servers of outgoing webhook bots. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE bot_calls (
      realm_id integer NOT NULL,
      message_id bigint NOT NULL,
      bot_id bigint NOT NULL,
      trigger text NOT NULL,
      due_at bigint NOT NULL,
      failures integer NOT NULL,
      PRIMARY KEY (realm_id, message_id, bot_id)
    );
    CREATE INDEX bot_calls_due ON bot_calls (realm_id, bot_id, due_at, message_id);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE bot_calls");
};
