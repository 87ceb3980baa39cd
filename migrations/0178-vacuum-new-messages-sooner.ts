import type { Knex } from "knex";

/**
 * Unread messages are the newest. An index answers for them alone only once their pages are vacuumed, which by default waits
 * until a fifth of the table is new.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(
    "ALTER TABLE messages SET (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 1000)",
  );
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(
    "ALTER TABLE messages RESET (autovacuum_vacuum_insert_scale_factor, autovacuum_vacuum_insert_threshold)",
  );
};
