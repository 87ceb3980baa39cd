import type { Knex } from "knex";

/** Browser sessions. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    -- id: a hash of the token that the browser has.
    CREATE TABLE sessions (
      realm_id integer NOT NULL,
      id text NOT NULL,
      user_id bigint NOT NULL,
      created_at bigint NOT NULL,
      last_seen_at bigint NOT NULL,
      browser text NOT NULL,
      remote_address text NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE INDEX sessions_user ON sessions (realm_id, user_id);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE sessions");
};
