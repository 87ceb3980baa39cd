import type { Knex } from "knex";

/**
 * Writes messages and their events if the realm is still at `expected`; false if it isn't. On Citus the call runs where the realm's
 * rows are, which saves a round trip for each table.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION append_messages(
      of_realm integer, expected bigint, new_position bigint, new_message_id bigint, new_logged_at bigint,
      event_rows json, message_rows json
    ) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
      UPDATE realm_heads SET position = new_position, message_id = new_message_id,
        oldest_at = coalesce(oldest_at, new_logged_at)
      WHERE realm_id = of_realm AND position = expected;
      IF NOT FOUND THEN
        RETURN false;
      END IF;
      INSERT INTO events SELECT * FROM json_populate_recordset(NULL::events, event_rows);
      INSERT INTO messages SELECT * FROM json_populate_recordset(NULL::messages, message_rows);
      RETURN true;
    END $$;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP FUNCTION append_messages(integer, bigint, bigint, bigint, bigint, json, json)");
};
