import type { Knex } from "knex";

/** The browser session that last registered a device's key or address, with which it ends; null for clients with an API key. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE client_devices ADD COLUMN session_id text");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE client_devices DROP COLUMN session_id");
};
