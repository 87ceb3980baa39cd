import type { Knex } from "knex";

/** Stored data of bots, and users' tokens at video call providers. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE bot_storage (
      realm_id integer NOT NULL,
      bot_id bigint NOT NULL,
      key text NOT NULL,
      value text NOT NULL,
      PRIMARY KEY (realm_id, bot_id, key)
    );

    -- sealed: the token, which only the server can read.
    CREATE TABLE call_tokens (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      provider text NOT NULL,
      sealed text NOT NULL,
      PRIMARY KEY (realm_id, user_id, provider)
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE call_tokens; DROP TABLE bot_storage;");
};
