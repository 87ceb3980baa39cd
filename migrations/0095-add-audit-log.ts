import type { Knex } from "knex";

/**
 * Who did what, for owners to read. Each row is written in the commit of the change it describes, and never
 * changes.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    -- before, after: JSON as it was written, which keeps the order of its names.
    CREATE TABLE audit_log (
      realm_id integer NOT NULL,
      id bigint GENERATED ALWAYS AS IDENTITY,
      logged_at bigint NOT NULL,
      kind text NOT NULL,
      actor_id bigint,
      client text NOT NULL,
      address text,
      target_type text NOT NULL,
      target_id bigint NOT NULL,
      before json NOT NULL,
      after json NOT NULL,
      PRIMARY KEY (realm_id, id)
    );
    CREATE INDEX audit_log_time ON audit_log (realm_id, logged_at, id);
    CREATE INDEX audit_log_actor ON audit_log (realm_id, actor_id, logged_at, id) WHERE actor_id IS NOT NULL;
    CREATE INDEX audit_log_target ON audit_log (realm_id, target_type, target_id, logged_at, id);
    CREATE INDEX audit_log_kind ON audit_log (realm_id, kind, logged_at, id);
    -- Across realms on purpose: what is too old is removed without walking them.
    CREATE INDEX audit_log_age ON audit_log (logged_at);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE audit_log");
};
