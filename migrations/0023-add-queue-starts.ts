import type { Knex } from "knex";

/** The log's position when a queue was registered. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE event_queues ADD COLUMN starts_after bigint");
  await knex.raw("UPDATE event_queues SET starts_after = acknowledged");
  await knex.raw("ALTER TABLE event_queues ALTER COLUMN starts_after SET NOT NULL");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE event_queues DROP COLUMN starts_after");
};
