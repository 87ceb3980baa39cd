import type { Knex } from "knex";

/** Tries that are counted, for all processes together. A crash may forget them. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(
    "CREATE UNLOGGED TABLE throttles (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)",
  );
  await knex.raw("CREATE INDEX throttles_expire ON throttles (expire)");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE throttles");
};
