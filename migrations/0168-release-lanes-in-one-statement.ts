import type { Knex } from "knex";

/**
 * Releases the first parked job of a lane. Each statement of a volatile function sees what committed before that statement, so it
 * can be called by the statement that settles the lane's running job: what others parked while that waited is seen.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION release_lane(of_realm integer, of_kind text, of_lane text) RETURNS void
    LANGUAGE sql VOLATILE AS $$
      UPDATE jobs SET parked_until = NULL FROM (
        SELECT realm_id, id FROM jobs
        WHERE realm_id = of_realm AND kind = of_kind AND lane = of_lane AND parked_until IS NOT NULL
        ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) first WHERE jobs.realm_id = first.realm_id AND jobs.id = first.id
    $$;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP FUNCTION release_lane(integer, text, text)");
};
