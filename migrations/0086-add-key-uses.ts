import type { Knex } from "knex";

/** When API keys were created and last used, and how many second factors each user has. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    -- 0: from before this was noted.
    ALTER TABLE users ADD COLUMN api_key_made_at bigint NOT NULL DEFAULT 0;
    ALTER TABLE users ADD COLUMN second_factors integer NOT NULL DEFAULT 0;

    -- One row a user: the last use of a key at its version.
    CREATE TABLE api_key_uses (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      version integer NOT NULL,
      used_at bigint NOT NULL,
      client text NOT NULL,
      network text NOT NULL,
      PRIMARY KEY (realm_id, user_id)
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DROP TABLE api_key_uses;
    ALTER TABLE users DROP COLUMN api_key_made_at, DROP COLUMN second_factors;
  `);
};
