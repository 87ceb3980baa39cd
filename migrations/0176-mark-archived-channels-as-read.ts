import type { Knex } from "knex";

/** Channels are marked as read when they are archived. Those archived before get the same job. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    INSERT INTO jobs (realm_id, kind, key, payload, due_at)
    SELECT realm_id, 'mark_archived_as_read', id::text, jsonb_build_object('channelId', id, 'after', 0), 0
    FROM channels WHERE is_archived
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DELETE FROM jobs WHERE kind = 'mark_archived_as_read'");
};
