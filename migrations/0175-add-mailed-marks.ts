import type { Knex } from "knex";

/** How far each user has been mailed about missed messages. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE mailed_marks (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      up_to bigint NOT NULL,
      after bigint NOT NULL,
      job_id bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id)
    )
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE mailed_marks");
};
