import type { Knex } from "knex";

/**
 * What leads from the realm's state after an event back to the one before, for events that change it. Events from before
 * have none, so they are forgotten: a queue that still waits for some ends, and its client registers anew.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("UPDATE realm_heads SET forgotten = position");
  await knex.raw("DELETE FROM events");
  await knex.raw("ALTER TABLE events ADD COLUMN undo json");
  await knex.raw("CREATE INDEX events_undo ON events (realm_id, position) WHERE undo IS NOT NULL");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX events_undo");
  await knex.raw("ALTER TABLE events DROP COLUMN undo");
};
