import type { Knex } from "knex";

/** The server start and web client build that a queue's client last heard from; null for older queues. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE event_queues ADD COLUMN heard_run_of bigint, ADD COLUMN heard_web_build text");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE event_queues DROP COLUMN heard_run_of, DROP COLUMN heard_web_build");
};
