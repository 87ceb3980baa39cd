import type { Knex } from "knex";

/** Messages scheduled for later. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE scheduled_messages (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      id bigint NOT NULL,
      place jsonb NOT NULL,
      content text NOT NULL,
      rendered_content text NOT NULL,
      deliver_at bigint NOT NULL,
      client text NOT NULL,
      read_by_sender boolean NOT NULL,
      failure text,
      PRIMARY KEY (realm_id, user_id, id)
    );
    CREATE INDEX scheduled_messages_due ON scheduled_messages (realm_id, deliver_at, id) WHERE failure IS NULL;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE scheduled_messages");
};
