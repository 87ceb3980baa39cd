import type { Knex } from "knex";

/** Hashes of users' previous passwords, for organizations that forbid their reuse. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    -- place: grows with each password of a user.
    CREATE TABLE old_passwords (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      place integer NOT NULL,
      password_hash text NOT NULL,
      PRIMARY KEY (realm_id, user_id, place)
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE old_passwords");
};
