import type { Knex } from "knex";

/** Devices that receive push notifications, and the tokens they registered. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE client_devices (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      id bigint NOT NULL,
      push_key_id bigint,
      sealed_push_key text,
      service text,
      token_id text,
      pending_token_id text,
      token_changed_at bigint,
      failure text,
      sealed_address text,
      added_at bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id, id)
    );
    CREATE TABLE push_tokens (
      realm_id integer NOT NULL,
      user_id bigint NOT NULL,
      service text NOT NULL,
      digest text NOT NULL,
      token text NOT NULL,
      app_id text,
      keys jsonb,
      is_introduced boolean NOT NULL,
      added_at bigint NOT NULL,
      PRIMARY KEY (realm_id, user_id, service, digest)
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE client_devices, push_tokens");
};
