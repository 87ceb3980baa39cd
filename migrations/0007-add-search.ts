import type { Knex } from "knex";

/**
 * Full text search. Each character of a script without spaces between words counts as a word. The index
 * covers all realms; each query then filters its hits by realm.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION message_search_vector(topic text, content text) RETURNS tsvector
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      AS $$ SELECT to_tsvector('pg_catalog.english', regexp_replace(
        topic || ' ' || content, '([\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff])',
        ' \\1 ', 'g')) $$;
    CREATE INDEX messages_search ON messages USING gin (message_search_vector(topic, content));
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX messages_search; DROP FUNCTION message_search_vector;");
};
