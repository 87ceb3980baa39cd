import type { Knex } from "knex";

/**
 * Time of the oldest event still in the realm's log, in Unix milliseconds; null for an empty log. The pruner
 * finds logs to shorten by it.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE realm_heads ADD COLUMN oldest_at bigint");
  await knex.raw(`
    UPDATE realm_heads h SET oldest_at =
      (SELECT e.logged_at FROM events e WHERE e.realm_id = h.realm_id ORDER BY e.position LIMIT 1)
  `);
  await knex.raw("CREATE INDEX realm_heads_oldest ON realm_heads (oldest_at) WHERE oldest_at IS NOT NULL");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX realm_heads_oldest");
  await knex.raw("ALTER TABLE realm_heads DROP COLUMN oldest_at");
};
