import type { Knex } from "knex";

/** Channel folders, and the archive of deleted messages. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE channel_folders (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      place integer NOT NULL,
      name text NOT NULL,
      description text NOT NULL,
      rendered_description text NOT NULL,
      is_archived boolean NOT NULL,
      creator_id bigint,
      created_at bigint NOT NULL,
      PRIMARY KEY (realm_id, id)
    );

    -- What was deleted, with its marks as [user, flag] pairs, until it is removed for good.
    CREATE TABLE archived_messages (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      conversation_id bigint NOT NULL,
      channel_id bigint,
      topic text NOT NULL,
      sender_id bigint NOT NULL,
      content text NOT NULL,
      rendered_content text NOT NULL,
      sent_at bigint NOT NULL,
      client text NOT NULL,
      read_by_sender boolean NOT NULL,
      deleted_at bigint NOT NULL,
      marks jsonb NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE INDEX archived_messages_deleted ON archived_messages (realm_id, deleted_at);

    -- The oldest direct messages, for those that are kept only so long.
    CREATE INDEX messages_direct ON messages (realm_id, id) WHERE channel_id IS NULL;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX messages_direct; DROP TABLE archived_messages, channel_folders");
};
