import type { PersonalReader } from "../../../application/ports/personal-reader";
import { draftCodec } from "../../../domain/draft";
import { savedSnippetCodec } from "../../../domain/saved-snippet";
import { scheduledMessageCodec } from "../../../domain/scheduled-message";
import { type TopicPolicy, type UserTopic, userTopicCodec } from "../../../domain/topic-policy";
import { query, rowReader, type Sql } from "./rows";

const toDraft = rowReader("drafts", draftCodec, "id");
const toSnippet = rowReader("saved_snippets", savedSnippetCodec, "id");
const toScheduled = rowReader("scheduled_messages", scheduledMessageCodec, "id");
const toTopic = rowReader("user_topics", userTopicCodec, "user_id", "channel_id", "topic_key");

export const knexPersonalReader = (sql: Sql): PersonalReader => {
  const ownRows = (table: string, order: string, realmId: number, userId: number) =>
    query(sql, `SELECT * FROM ${table} WHERE realm_id = ? AND user_id = ? ORDER BY ${order}`, [
      realmId,
      userId,
    ]);
  return {
    drafts: async (realmId, userId) =>
      (await ownRows("drafts", "edited_at, id", realmId, userId)).map(toDraft),
    snippets: async (realmId, userId) =>
      (await ownRows("saved_snippets", "id", realmId, userId)).map(toSnippet),
    scheduled: async (realmId, userId) =>
      (await ownRows("scheduled_messages", "deliver_at, id", realmId, userId)).map(toScheduled),
    topicPolicy: async (realmId, userId, channelId, topic) => {
      const [row] = await query<{ policy: TopicPolicy }>(
        sql,
        "SELECT policy FROM user_topics WHERE realm_id = ? AND user_id = ? AND channel_id = ? AND topic_key = ?",
        [realmId, userId, channelId, topic.toLowerCase()],
      );
      return row?.policy ?? "inherit";
    },
    topicPolicies: async (realmId, channelId, topic) => {
      const rows = await query<{ user_id: number; policy: UserTopic["policy"] }>(
        sql,
        `SELECT user_id, policy FROM user_topics WHERE realm_id = ? AND channel_id = ? AND topic_key = ?
         ORDER BY user_id`,
        [realmId, channelId, topic.toLowerCase()],
      );
      return new Map(rows.map(({ user_id, policy }) => [user_id, policy]));
    },
    callProviders: async (realmId, userId) => {
      const rows = await query<{ provider: string }>(
        sql,
        'SELECT provider FROM call_tokens WHERE realm_id = ? AND user_id = ? ORDER BY provider COLLATE "C"',
        [realmId, userId],
      );
      return rows.map(({ provider }) => provider);
    },
    topics: async (realmId, userId) =>
      (await ownRows("user_topics", 'channel_id, topic_key COLLATE "C"', realmId, userId)).map(toTopic),
  };
};
