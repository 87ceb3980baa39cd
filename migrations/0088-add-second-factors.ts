import type { Knex } from "knex";

/** Second factors of users, and which sessions were authenticated with one. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    -- sealed: the secret of an app, or the public key of a passkey. counter: see the port for uses of factors.
    CREATE TABLE second_factors (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      id text NOT NULL,
      kind text NOT NULL,
      name text NOT NULL,
      sealed text NOT NULL,
      counter bigint NOT NULL,
      created_at bigint NOT NULL,
      last_used_at bigint,
      PRIMARY KEY (realm_id, user_id, id)
    );

    -- hash: under the server's secret, so that the table lets nobody in.
    CREATE TABLE recovery_codes (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      hash text NOT NULL,
      PRIMARY KEY (realm_id, user_id, hash)
    );

    ALTER TABLE sessions ADD COLUMN has_both boolean NOT NULL DEFAULT false;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE sessions DROP COLUMN has_both;
    DROP TABLE recovery_codes, second_factors;
  `);
};
