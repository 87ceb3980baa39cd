import type { Knex } from "knex";

/** Linkifiers, and playgrounds where code can be run. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE linkifiers (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      place integer NOT NULL,
      pattern text NOT NULL,
      url_template text NOT NULL,
      example_input text,
      reverse_template text,
      alternative_url_templates jsonb NOT NULL,
      PRIMARY KEY (realm_id, id)
    );

    CREATE TABLE playgrounds (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      place integer NOT NULL,
      name text NOT NULL,
      pygments_language text NOT NULL,
      url_template text NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE playgrounds, linkifiers");
};
