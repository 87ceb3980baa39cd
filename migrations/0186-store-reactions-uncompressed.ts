import type { Knex } from "knex";

/**
 * Each reaction stores its message's reactions again, of which there may be ten thousand. PostgreSQL's own compression takes most of that
 * time. Connections ask for LZ4 where PostgreSQL is built with it; elsewhere, reactions aren't compressed.
 */
export const up = async (knex: Knex): Promise<void> => {
  const { rows } = await knex.raw(
    "SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY(enumvals)",
  );
  if (rows.length === 0) await knex.raw("ALTER TABLE messages ALTER reactions SET STORAGE EXTERNAL");
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE messages ALTER reactions SET STORAGE EXTENDED");
};
