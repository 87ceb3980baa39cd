import type { Knex } from "knex";

/**
 * Adds queues, and deletes those that their users then have beyond their limits, the least recently polled first. Returns the
 * deleted ones. On Citus the call runs where the realm's rows are. A migration that adds a column to `event_queues` must replace
 * the function if old rows, which lack it, would be refused.
 *
 * PostgreSQL may keep a plan from when there were few queues. An array is built once, where a subquery would be repeated for
 * each queue; and a sequential scan would read the queues of all organizations.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION add_event_queues(of_realm integer, queue_rows json, limits json)
    RETURNS TABLE (gone_id text, gone_user_id bigint) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
    DECLARE
      within record;
    BEGIN
      INSERT INTO event_queues SELECT * FROM json_populate_recordset(NULL::event_queues, queue_rows);
      FOR within IN
        SELECT * FROM json_to_recordset(limits) l (user_ids bigint[], most_queues integer, most_narrow_bytes bigint)
      LOOP
        RETURN QUERY DELETE FROM event_queues e WHERE e.realm_id = of_realm AND e.id = ANY(ARRAY(
          SELECT q.id FROM (
            SELECT id, narrow, row_number() OVER newest AS place,
              sum(CASE WHEN narrow = '[]' THEN 0 ELSE octet_length(narrow::text) END) OVER newest AS narrow_bytes
            FROM event_queues WHERE realm_id = of_realm AND user_id = ANY(within.user_ids)
            WINDOW newest AS (ORDER BY last_seen_at DESC, id)
          ) q WHERE place > within.most_queues OR (narrow_bytes > within.most_narrow_bytes AND narrow <> '[]')
        )) RETURNING e.id, e.user_id;
      END LOOP;
    END $$;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP FUNCTION add_event_queues(integer, json, json)");
};
