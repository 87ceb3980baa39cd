import type { Knex } from "knex";

/** Messages of a muted user are marked as read. Users who were muted before get the same job. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    INSERT INTO jobs (realm_id, kind, key, payload, due_at)
    SELECT realm_id, 'mark_muted_as_read', id || ' ' || (muted->>'userId'),
      jsonb_build_object('userId', id, 'mutedId', (muted->'userId')::int), 0
    FROM users, jsonb_array_elements(muted_users) AS muted
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DELETE FROM jobs WHERE kind = 'mark_muted_as_read'");
};
