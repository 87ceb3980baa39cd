import type { Knex } from "knex";

/**
 * Until when a job is skipped because another job of its lane is running. Settling that job clears it; the
 * time covers a job that nobody settles.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE jobs ADD COLUMN parked_until bigint;
    DROP INDEX jobs_due;
    CREATE INDEX jobs_due ON jobs (kind, (GREATEST(due_at, leased_until, parked_until)), id) WHERE buried_at IS NULL;
    CREATE INDEX jobs_parked ON jobs (realm_id, kind, lane, due_at, id) WHERE parked_until IS NOT NULL;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DROP INDEX jobs_parked, jobs_due;
    ALTER TABLE jobs DROP COLUMN parked_until;
    CREATE INDEX jobs_due ON jobs (kind, (GREATEST(due_at, leased_until)), id) WHERE buried_at IS NULL;
  `);
};
