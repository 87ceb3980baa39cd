import type { Knex } from "knex";

/**
 * Whether any message shares a file, so that unshared files have an index of their own. Before this step,
 * rows that link files to messages outlived messages that were permanently deleted.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE attachments ADD COLUMN is_shared boolean NOT NULL DEFAULT false;
    DELETE FROM attachment_messages s
    WHERE NOT EXISTS (SELECT FROM messages m WHERE m.realm_id = s.realm_id AND m.id = s.message_id)
      AND NOT EXISTS (SELECT FROM archived_messages m WHERE m.realm_id = s.realm_id AND m.id = s.message_id);
    UPDATE attachments a SET is_shared = true
    WHERE EXISTS (SELECT FROM attachment_messages s WHERE s.realm_id = a.realm_id AND s.attachment_id = a.id);
    CREATE INDEX attachments_unshared ON attachments (realm_id, uploaded_at) WHERE NOT is_shared;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX attachments_unshared; ALTER TABLE attachments DROP COLUMN is_shared");
};
