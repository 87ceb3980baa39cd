import type { Knex } from "knex";

/**
 * JavaScript folded the keys of topics, and treats the final sigma differently. Where two rows become one,
 * the later stays.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DELETE FROM user_topics t USING user_topics o
    WHERE (t.topic_key <> lower(t.topic) OR o.topic_key <> lower(o.topic))
      AND o.realm_id = t.realm_id AND o.user_id = t.user_id AND o.channel_id = t.channel_id
      AND o.topic_key <> t.topic_key AND lower(o.topic) = lower(t.topic)
      AND (o.set_at, o.topic_key) > (t.set_at, t.topic_key);
    UPDATE user_topics SET topic_key = lower(topic) WHERE topic_key <> lower(topic);
  `);
};

/** The folded keys stay: an older Parley misses only a few letters. */
export const down = async (): Promise<void> => {};
