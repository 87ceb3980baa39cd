import type { Knex } from "knex";

/**
 * Indexes that find idle queues and sessions, old archives and retention policies without visiting each
 * realm.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE INDEX event_queues_expiry ON event_queues ((last_seen_at + idle_timeout_seconds * 1000::bigint));
    CREATE INDEX sessions_seen ON sessions (last_seen_at);
    CREATE INDEX archived_messages_age ON archived_messages (deleted_at);
    CREATE INDEX realms_retaining ON realms (id) WHERE (settings ->> 'messageRetentionDays')::integer <> -1;
    CREATE INDEX channels_retaining ON channels (realm_id, id) WHERE message_retention_days <> -1;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DROP INDEX event_queues_expiry, sessions_seen, archived_messages_age, realms_retaining, channels_retaining;
  `);
};
