import type { Knex } from "knex";

/**
 * Adds queues, and deletes those that their users then have beyond their limits, the least recently polled first. Returns the
 * deleted ones. On Citus the call runs where the realm's rows are. A migration that adds a column with a default, or one that can't be
 * null, to `event_queues` must replace the function: rows from nodes of the version before lack the column.
 *
 * PostgreSQL may keep a plan from when there were few queues, which would read the queues of all organizations. Hence
 * `enable_seqscan = off`. Rows are locked in one order, as by statements that record progress, so that two of them never deadlock.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION add_event_queues(of_realm integer, queue_rows json, limits json)
    RETURNS TABLE (gone_id text, gone_user_id bigint) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
    DECLARE
      within record;
      gone text[] := '{}';
    BEGIN
      INSERT INTO event_queues SELECT * FROM json_populate_recordset(NULL::event_queues, queue_rows);
      FOR within IN
        SELECT * FROM json_to_recordset(limits) l (user_ids bigint[], most_queues integer, most_narrow_bytes bigint)
      LOOP
        gone := gone || ARRAY(
          SELECT q.id FROM (
            SELECT id, narrow, row_number() OVER newest AS place,
              sum(CASE WHEN narrow = '[]' THEN 0 ELSE octet_length(narrow::text) END) OVER newest AS narrow_bytes
            FROM event_queues WHERE realm_id = of_realm AND user_id = ANY(within.user_ids)
            WINDOW newest AS (ORDER BY last_seen_at DESC, id)
          ) q WHERE place > within.most_queues OR (narrow_bytes > within.most_narrow_bytes AND narrow <> '[]')
        );
      END LOOP;
      IF gone <> '{}' THEN
        PERFORM FROM event_queues WHERE realm_id = of_realm AND id = ANY(gone) ORDER BY id FOR UPDATE;
        RETURN QUERY DELETE FROM event_queues WHERE realm_id = of_realm AND id = ANY(gone) RETURNING id, user_id;
      END IF;
    END $$;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP FUNCTION add_event_queues(integer, json, json)");
};
