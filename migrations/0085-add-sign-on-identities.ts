import type { Knex } from "knex";

/** The OpenID subject of each user at each sign-on service. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE sign_on_identities (
      realm_id integer NOT NULL,
      provider text NOT NULL,
      subject text NOT NULL,
      user_id bigint NOT NULL,
      linked_at bigint NOT NULL,
      PRIMARY KEY (realm_id, provider, subject)
    );
    CREATE UNIQUE INDEX sign_on_identities_user ON sign_on_identities (realm_id, user_id, provider);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE sign_on_identities");
};
