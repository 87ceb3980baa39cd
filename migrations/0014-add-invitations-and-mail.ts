import type { Knex } from "knex";

/** Invitations, and the queue of outgoing mail. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE invitations (
      realm_id integer NOT NULL,
      id bigint NOT NULL,
      inviter_id bigint NOT NULL,
      email text,
      role text NOT NULL,
      channel_ids jsonb NOT NULL,
      group_ids jsonb NOT NULL,
      includes_default_channels boolean NOT NULL,
      tells_inviter boolean NOT NULL,
      welcome_text text,
      invited_at bigint NOT NULL,
      expires_at bigint,
      mailed_at jsonb NOT NULL,
      status text NOT NULL,
      PRIMARY KEY (realm_id, id)
    );

    -- sealed: the mail, which only the server can read.
    CREATE TABLE mail_queue (
      realm_id integer NOT NULL,
      id bigint GENERATED ALWAYS AS IDENTITY,
      due_at bigint NOT NULL,
      failures integer NOT NULL DEFAULT 0,
      sealed text NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE INDEX mail_queue_due ON mail_queue (realm_id, due_at, id);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE mail_queue; DROP TABLE invitations;");
};
