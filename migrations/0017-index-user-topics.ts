import type { Knex } from "knex";

/** Moving a topic asks which users have a policy for it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(
    "CREATE INDEX user_topics_by_topic ON user_topics (realm_id, channel_id, topic_key, user_id)",
  );
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX user_topics_by_topic");
};
