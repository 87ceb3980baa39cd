import type { Knex } from "knex";

/**
 * The changes that restore the realm's state from before an event, for events that change it. Earlier events
 * have none, so this step drops them: a queue still waiting for some expires, and its client registers again.
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
