import type { Knex } from "knex";

/** Custom emoji, and the organization's icon and logos. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE realms ADD COLUMN pictures jsonb NOT NULL DEFAULT '{}';

    CREATE TABLE realm_emoji (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      name text NOT NULL,
      author_id bigint NOT NULL,
      image text NOT NULL,
      still_image text,
      is_deactivated boolean NOT NULL,
      created_at bigint NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE UNIQUE INDEX realm_emoji_name ON realm_emoji (realm_id, name) WHERE NOT is_deactivated;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE realm_emoji; ALTER TABLE realms DROP COLUMN pictures");
};
