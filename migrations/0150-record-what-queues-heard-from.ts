import type { Knex } from "knex";

/** Which start of the server, and which build of the web client, a queue's client last heard from; null for older ones. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE event_queues ADD COLUMN heard_run_of bigint, ADD COLUMN heard_web_build text");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE event_queues DROP COLUMN heard_run_of, DROP COLUMN heard_web_build");
};
