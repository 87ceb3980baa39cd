import type { Knex } from "knex";

/** The span that enqueued a job, in the form of W3C's traceparent; null where nobody records traces. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE jobs ADD COLUMN origin text");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE jobs DROP COLUMN origin");
};
