import type { Knex } from "knex";

/**
 * Whose jobs a job counts as, where places are shared out. The index finds the shares that wait, and the first jobs of each, without
 * reading the others. Nodes that don't know the column write jobs without a share.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    ALTER TABLE jobs ADD COLUMN share text NOT NULL DEFAULT '';
    CREATE INDEX jobs_of_share ON jobs (kind, realm_id, share, (GREATEST(due_at, leased_until, parked_until)), id)
      WHERE buried_at IS NULL;
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX jobs_of_share; ALTER TABLE jobs DROP COLUMN share");
};
