import type { Knex } from "knex";

/** Submessages: the votes of a poll, the tasks of a list. Few messages have any; those may have many. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE submessages (
      realm_id integer NOT NULL,
      message_id bigint NOT NULL,
      id bigint NOT NULL,
      sender_id bigint NOT NULL,
      kind text NOT NULL,
      content text NOT NULL,
      PRIMARY KEY (realm_id, message_id, id)
    );

    -- Spares the others the look into the table.
    ALTER TABLE messages ADD COLUMN has_submessages boolean NOT NULL DEFAULT false;
    ALTER TABLE archived_messages ADD COLUMN has_submessages boolean NOT NULL DEFAULT false;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE archived_messages DROP COLUMN has_submessages;
    ALTER TABLE messages DROP COLUMN has_submessages;
    DROP TABLE submessages;
  `);
};
