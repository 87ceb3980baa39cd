import type { Knex } from "knex";

/**
 * What a search can ask of a message, as terms beside its words. Such a term has a space, so that it is nobody's word: the realm, the
 * block of ids (of 1,024 and of 65,536), the conversation, the topic, the sender, and what is in the message. The index
 * `messages_terms` has them in one list each, which PostgreSQL intersects without reading messages.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION message_terms(
      realm_id integer, id bigint, conversation_id bigint, channel_id bigint, topic text, sender_id bigint,
      content text, rendered_content text, reactions jsonb
    ) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
    DECLARE
      realm text := 'R' || realm_id || ' ';
      terms text[] := ARRAY[
        realm || 'all', realm || 'b' || (id >> 10), realm || 'B' || (id >> 16), realm || 'c' || conversation_id, realm || 's' || sender_id,
        CASE WHEN channel_id IS NULL THEN realm || 'direct' ELSE realm || 't' || hashtext(lower(topic)) END];
    BEGIN
      IF strpos(rendered_content, '<a ') > 0 THEN terms := terms || (realm || 'link'); END IF;
      IF strpos(rendered_content, '<div class="message_inline_image') > 0
        OR strpos(rendered_content, '<div class="youtube-video message_inline_image') > 0
        OR strpos(rendered_content, '<img class="inline-image') > 0 THEN terms := terms || (realm || 'image'); END IF;
      IF strpos(rendered_content, '/user_uploads/') > 0 THEN terms := terms || (realm || 'attachment'); END IF;
      IF reactions <> '[]' THEN terms := terms || (realm || 'reaction'); END IF;
      IF channel_id IS NOT NULL AND starts_with(topic, '✔ ') THEN terms := terms || (realm || 'resolved'); END IF;
      RETURN array_to_tsvector(terms) || to_tsvector('pg_catalog.english', regexp_replace(
        topic || ' ' || content, '([\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff])',
        ' \\1 ', 'g'));
    END $$;
  `);
};

/** The version before searches by the index of words, which `messages_terms` replaced. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DROP FUNCTION message_terms(integer, bigint, bigint, bigint, text, bigint, text, text, jsonb) CASCADE;
    CREATE INDEX IF NOT EXISTS messages_search ON messages USING gin (message_search_vector(topic, content));
  `);
};
