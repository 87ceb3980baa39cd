import type { Knex } from "knex";

/** The function of 0179-add-queues-in-one-call, with another way to find the queues that are beyond a user's limits. */
const replaceFunction = (findBeyond: string): string => `
    CREATE OR REPLACE FUNCTION add_event_queues(of_realm integer, queue_rows json, limits json)
    RETURNS TABLE (gone_id text, gone_user_id bigint) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
    DECLARE
      within record;
      gone text[] := '{}';
    BEGIN
      INSERT INTO event_queues SELECT * FROM json_populate_recordset(NULL::event_queues, queue_rows);
      FOR within IN
        SELECT * FROM json_to_recordset(limits) l (user_ids bigint[], most_queues integer, most_narrow_bytes bigint)
      LOOP
        ${findBeyond}
      END LOOP;
      IF gone <> '{}' THEN
        PERFORM FROM event_queues WHERE realm_id = of_realm AND id = ANY(gone) ORDER BY id FOR UPDATE;
        RETURN QUERY DELETE FROM event_queues WHERE realm_id = of_realm AND id = ANY(gone) RETURNING id, user_id;
      END IF;
    END $$;
  `;

const ranking = (queues: string): string => `
        gone := gone || ARRAY(
          SELECT q.id FROM (
            SELECT id, narrow, row_number() OVER newest AS place,
              sum(CASE WHEN narrow = '[]' THEN 0 ELSE octet_length(narrow::text) END) OVER newest AS narrow_bytes
            FROM ${queues}
            WINDOW newest AS (ORDER BY last_seen_at DESC, id)
          ) q WHERE place > within.most_queues OR (narrow_bytes > within.most_narrow_bytes AND narrow <> '[]')
        );`;

/** `OFFSET 0` looks up each user. Otherwise a plan from when there were few queues may filter all queues of the organization. */
const queuesOfUsers = `unnest(within.user_ids) w (wanted_id) CROSS JOIN LATERAL (
              SELECT id, narrow, last_seen_at FROM event_queues WHERE realm_id = of_realm AND user_id = wanted_id OFFSET 0
            ) q`;

/**
 * Ranks queues only of those who have too many. Ranking sorts them, which takes 1.3 ms for 450 queues, where counting takes 0.1 ms.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(
    replaceFunction(`
        CONTINUE WHEN (
          SELECT count(*) <= within.most_queues AND
            coalesce(sum(octet_length(narrow::text)) FILTER (WHERE narrow <> '[]'), 0) <= within.most_narrow_bytes
          FROM ${queuesOfUsers}
        );
        ${ranking(queuesOfUsers)}`),
  );
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(
    replaceFunction(ranking("event_queues WHERE realm_id = of_realm AND user_id = ANY(within.user_ids)")),
  );
};
