import type { Knex } from "knex";

/** Users to notify by mail of messages they may have missed. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE missed_mail_searches (
      realm_id integer PRIMARY KEY,
      searched_to bigint NOT NULL
    );

    CREATE TABLE missed_mails (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      message_id bigint NOT NULL,
      due_at bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id)
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE missed_mails; DROP TABLE missed_mail_searches;");
};
