import type { Knex } from "knex";

/** Space reserved for uploads in progress, and when each reservation expires. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE upload_reservations (
      realm_id integer NOT NULL,
      path text NOT NULL,
      owner_id bigint NOT NULL,
      bytes bigint NOT NULL,
      expires_at bigint NOT NULL,
      PRIMARY KEY (realm_id, path)
    );
    CREATE INDEX upload_reservations_by_end ON upload_reservations (expires_at);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE upload_reservations");
};
