import type { Knex } from "knex";

/** The browser session that registered a push token, with which it ends; null for clients with an API key. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE push_tokens ADD COLUMN session_id text");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE push_tokens DROP COLUMN session_id");
};
