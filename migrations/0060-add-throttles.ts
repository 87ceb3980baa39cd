import type { Knex } from "knex";

/** Attempts counted across all processes. A crash may lose them. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(
    "CREATE UNLOGGED TABLE throttles (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)",
  );
  await knex.raw("CREATE INDEX throttles_expire ON throttles (expire)");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP TABLE throttles");
};
