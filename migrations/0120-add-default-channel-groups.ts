import type { Knex } from "knex";

/** Groups of default channels that people may choose when they join. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE default_channel_groups (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      place integer NOT NULL,
      name text NOT NULL,
      description text NOT NULL,
      channel_ids jsonb NOT NULL,
      PRIMARY KEY (realm_id, id)
    )
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE default_channel_groups");
};
