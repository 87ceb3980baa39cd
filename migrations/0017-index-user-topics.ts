import type { Knex } from "knex";

/** Who has a topic in their own way is asked when it is moved. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(
    "CREATE INDEX user_topics_by_topic ON user_topics (realm_id, channel_id, topic_key, user_id)",
  );
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX user_topics_by_topic");
};
