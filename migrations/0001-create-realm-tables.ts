import type { Knex } from "knex";

/**
 * `realm_id` leads every key: no query reads across realms, and the schema can be sharded by realm. The
 * realm's head row allocates ids under its lock.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE realms (
      id serial PRIMARY KEY,
      subdomain text NOT NULL UNIQUE,
      uuid uuid NOT NULL,
      name text NOT NULL,
      description text NOT NULL,
      rendered_description text NOT NULL,
      is_deactivated boolean NOT NULL,
      created_at bigint NOT NULL,
      settings jsonb NOT NULL,
      permissions jsonb NOT NULL
    );

    -- Rewritten by every commit: room in the page keeps that a heap-only update.
    CREATE TABLE realm_heads (
      realm_id integer PRIMARY KEY REFERENCES realms,
      position bigint NOT NULL,
      message_id bigint NOT NULL,
      ids jsonb NOT NULL,
      forgotten bigint NOT NULL
    ) WITH (fillfactor = 10);

    CREATE TABLE events (
      realm_id integer NOT NULL,
      position bigint NOT NULL,
      logged_at bigint NOT NULL,
      event json NOT NULL,
      PRIMARY KEY (realm_id, position)
    );

    CREATE TABLE users (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      email text NOT NULL,
      full_name text NOT NULL,
      role text NOT NULL,
      is_active boolean NOT NULL,
      bot jsonb,
      is_system_bot boolean NOT NULL,
      timezone text NOT NULL,
      joined_at bigint NOT NULL,
      avatar jsonb NOT NULL,
      api_key_version integer NOT NULL,
      is_imported_stub boolean NOT NULL,
      profile jsonb NOT NULL,
      settings jsonb NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE UNIQUE INDEX users_email ON users (realm_id, lower(email));

    CREATE TABLE credentials (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      password_hash text NOT NULL,
      PRIMARY KEY (realm_id, user_id)
    );

    CREATE TABLE user_groups (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      name text NOT NULL,
      description text NOT NULL,
      system_name text,
      members jsonb NOT NULL,
      subgroups jsonb NOT NULL,
      is_deactivated boolean NOT NULL,
      creator_id bigint,
      created_at bigint,
      permissions jsonb NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE UNIQUE INDEX user_groups_name ON user_groups (realm_id, lower(name));

    CREATE TABLE channels (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      conversation_id bigint NOT NULL,
      name text NOT NULL,
      description text NOT NULL,
      rendered_description text NOT NULL,
      privacy text NOT NULL,
      history_public_to_subscribers boolean NOT NULL,
      is_archived boolean NOT NULL,
      creator_id bigint,
      created_at bigint NOT NULL,
      message_retention_days integer,
      topics_policy text NOT NULL,
      folder_id bigint,
      permissions jsonb NOT NULL,
      is_default boolean NOT NULL DEFAULT false,
      PRIMARY KEY (realm_id, id)
    );
    CREATE UNIQUE INDEX channels_name ON channels (realm_id, lower(name));

    -- received: the intervals of message ids in which the user was subscribed.
    CREATE TABLE subscriptions (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      channel_id bigint NOT NULL,
      is_active boolean NOT NULL,
      color text NOT NULL,
      is_muted boolean NOT NULL,
      pin_to_top boolean NOT NULL,
      desktop_notifications boolean,
      audible_notifications boolean,
      push_notifications boolean,
      email_notifications boolean,
      wildcard_mentions_notify boolean,
      received int8multirange NOT NULL DEFAULT '{}',
      PRIMARY KEY (realm_id, user_id, channel_id)
    );
    CREATE INDEX subscriptions_channel ON subscriptions (realm_id, channel_id);

    CREATE TABLE direct_conversations (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      participants_key text NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE UNIQUE INDEX direct_conversations_participants ON direct_conversations (realm_id, participants_key);

    CREATE TABLE direct_participants (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      conversation_id bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id, conversation_id)
    );

    -- One row a message, whatever the number of its readers.
    CREATE TABLE messages (
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
      PRIMARY KEY (realm_id, id)
    );
    CREATE INDEX messages_conversation ON messages (realm_id, conversation_id, id);
    CREATE INDEX messages_topic ON messages (realm_id, conversation_id, lower(topic), id);
    CREATE INDEX messages_sender ON messages (realm_id, sender_id, id);

    -- What a user has read of a conversation, as ranges of message ids.
    CREATE TABLE read_states (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      conversation_id bigint NOT NULL,
      read int8multirange NOT NULL,
      PRIMARY KEY (realm_id, user_id, conversation_id)
    );

    -- Rare flags of single messages: starred, collapsed, mentioned ...
    CREATE TABLE message_marks (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      flag text NOT NULL,
      message_id bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id, flag, message_id)
    );

    CREATE TABLE event_queues (
      realm_id integer NOT NULL,
      id text NOT NULL,
      user_id bigint NOT NULL,
      categories jsonb,
      narrow jsonb NOT NULL,
      all_public_channels boolean NOT NULL,
      presentation jsonb NOT NULL,
      acknowledged bigint NOT NULL,
      last_seen_at bigint NOT NULL,
      idle_timeout_seconds integer NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DROP TABLE event_queues, message_marks, read_states, messages, direct_participants, direct_conversations,
      subscriptions, channels, user_groups, credentials, users, events, realm_heads, realms;
  `);
};
