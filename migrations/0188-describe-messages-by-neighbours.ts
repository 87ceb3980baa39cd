import type { Knex } from "knex";

/** Nobody can write these terms as words, because they have a space. `lower` folds letters as `ILIKE` does. */
const neighbours = `
      FOREACH word IN ARRAY string_to_array(lower(said), ' ') LOOP
        CONTINUE WHEN length(word) < 4;
        IF before IS NOT NULL THEN terms := terms || ('p ' || (hashtext(before || left(word, 4)) & 1023)); END IF;
        before := right(word, 4);
      END LOOP;`;

const replaceFunction = (addNeighbours: string): string => `
    CREATE OR REPLACE FUNCTION message_terms(
      realm_id integer, id bigint, conversation_id bigint, channel_id bigint, topic text, sender_id bigint,
      content text, rendered_content text, reactions jsonb
    ) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
    DECLARE
      realm text := 'R' || realm_id || ' ';
      terms text[] := ARRAY[
        realm || 'all', realm || 'b' || (id >> 10), realm || 'B' || (id >> 16), realm || 'c' || conversation_id, realm || 's' || sender_id,
        CASE WHEN channel_id IS NULL THEN realm || 'direct' ELSE realm || 't' || hashtext(lower(topic)) END];
      said text := topic || ' ' || content;
      word text;
      before text;
    BEGIN
      IF strpos(rendered_content, '<a ') > 0 THEN terms := terms || (realm || 'link'); END IF;
      IF strpos(rendered_content, '<div class="message_inline_image') > 0
        OR strpos(rendered_content, '<div class="youtube-video message_inline_image') > 0
        OR strpos(rendered_content, '<img class="inline-image') > 0 THEN terms := terms || (realm || 'image'); END IF;
      IF strpos(rendered_content, '/user_uploads/') > 0 THEN terms := terms || (realm || 'attachment'); END IF;
      IF reactions <> '[]' THEN terms := terms || (realm || 'reaction'); END IF;
      IF channel_id IS NOT NULL AND starts_with(topic, '✔ ') THEN terms := terms || (realm || 'resolved'); END IF;${addNeighbours}
      RETURN array_to_tsvector(terms) || to_tsvector('pg_catalog.english', regexp_replace(
        said, '([\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff])', ' \\1 ', 'g'));
    END $$;
  `;

/**
 * Adds terms for the order of words, so that a phrase of common words is found without comparing all messages that have the words. A
 * term stands for two words that follow each other, or have only shorter words than four characters between them: for the last four
 * characters of one and the first four of the other, because a phrase may begin and end within words. There are 1,024 such terms,
 * because an index of more takes longer to insert into. The index `messages_phrases`, which is built later, has them of all rows.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(replaceFunction(neighbours));
};

/** `messages_phrases` would lack the terms of the rows that are written from now on. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX IF EXISTS messages_phrases");
  await knex.raw(replaceFunction(""));
};
