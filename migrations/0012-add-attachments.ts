import type { Knex } from "knex";

/** Uploaded files, and the messages that share them. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE attachments (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      path text NOT NULL,
      name text NOT NULL,
      owner_id bigint NOT NULL,
      size bigint NOT NULL,
      content_type text NOT NULL,
      uploaded_at bigint NOT NULL,
      image jsonb,
      PRIMARY KEY (realm_id, id)
    );
    CREATE UNIQUE INDEX attachments_path ON attachments (realm_id, path);
    CREATE INDEX attachments_owner ON attachments (realm_id, owner_id, id);
    CREATE INDEX attachments_age ON attachments (realm_id, uploaded_at);

    -- Deleted messages keep theirs, so that what is brought back shares what it did.
    CREATE TABLE attachment_messages (
      realm_id integer NOT NULL,
      attachment_id bigint NOT NULL,
      message_id bigint NOT NULL,
      PRIMARY KEY (realm_id, attachment_id, message_id)
    );
    CREATE INDEX attachment_messages_message ON attachment_messages (realm_id, message_id);

    -- The sum of all sizes: asked for with each upload.
    CREATE TABLE upload_space (
      realm_id integer PRIMARY KEY,
      used bigint NOT NULL
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE upload_space, attachment_messages, attachments");
};
