import type { Knex } from "knex";

/** Profile values, profile fields, allowed mail domains and presence. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE realms ADD COLUMN user_defaults jsonb NOT NULL DEFAULT '{}';

    ALTER TABLE users
      ADD COLUMN is_deleted boolean NOT NULL DEFAULT false,
      ADD COLUMN can_change_user_emails boolean NOT NULL DEFAULT false,
      ADD COLUMN chosen_settings jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN status jsonb NOT NULL DEFAULT '{}',
      ADD COLUMN alert_words jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN muted_users jsonb NOT NULL DEFAULT '[]';

    CREATE TABLE profile_fields (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      place integer NOT NULL,
      type text NOT NULL,
      name text NOT NULL,
      hint text NOT NULL,
      choices jsonb,
      external_account jsonb,
      display_in_profile_summary boolean NOT NULL,
      required boolean NOT NULL,
      editable_by_user boolean NOT NULL,
      use_for_user_matching boolean NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE UNIQUE INDEX profile_fields_name ON profile_fields (realm_id, name);

    CREATE TABLE allowed_domains (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      domain text NOT NULL,
      allow_subdomains boolean NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE UNIQUE INDEX allowed_domains_domain ON allowed_domains (realm_id, domain);

    -- When people were last here; written now and then, not with every beat.
    CREATE TABLE presences (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      active_at bigint NOT NULL,
      idle_at bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id)
    );

    -- For messages that are deleted.
    CREATE INDEX message_marks_message ON message_marks (realm_id, message_id);
    CREATE INDEX event_queues_user ON event_queues (realm_id, user_id);

    -- Whether two names differ only in case is for the domain to say: PostgreSQL folds some letters otherwise.
    DROP INDEX users_email, user_groups_name, channels_name;
    CREATE UNIQUE INDEX users_email ON users (realm_id, email);
    CREATE UNIQUE INDEX user_groups_name ON user_groups (realm_id, name);
    CREATE UNIQUE INDEX channels_name ON channels (realm_id, name);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DROP INDEX message_marks_message, event_queues_user, users_email, user_groups_name, channels_name;
    CREATE UNIQUE INDEX users_email ON users (realm_id, lower(email));
    CREATE UNIQUE INDEX user_groups_name ON user_groups (realm_id, lower(name));
    CREATE UNIQUE INDEX channels_name ON channels (realm_id, lower(name));
    DROP TABLE profile_fields, allowed_domains, presences;
    ALTER TABLE users DROP COLUMN is_deleted, DROP COLUMN can_change_user_emails,
      DROP COLUMN chosen_settings, DROP COLUMN status,
      DROP COLUMN alert_words, DROP COLUMN muted_users;
    ALTER TABLE realms DROP COLUMN user_defaults;
  `);
};
