import type { Knex } from "knex";

/** Each user's drafts, saved snippets and topic policies. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE drafts (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      id bigint NOT NULL,
      place jsonb NOT NULL,
      content text NOT NULL,
      edited_at double precision NOT NULL,
      PRIMARY KEY (realm_id, user_id, id)
    );

    CREATE TABLE saved_snippets (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      id bigint NOT NULL,
      title text NOT NULL,
      content text NOT NULL,
      created_at bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id, id)
    );

    -- topic_key is the topic in lower case: its spelling is its own column.
    CREATE TABLE user_topics (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      channel_id bigint NOT NULL,
      topic_key text NOT NULL,
      topic text NOT NULL,
      policy text NOT NULL,
      set_at bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id, channel_id, topic_key)
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE user_topics, saved_snippets, drafts");
};
