import {
  type CountedKind,
  type UserDataKind,
  type UserDataReader,
  userDataKinds,
} from "../../../../application/ports/users/user-data-reader";
import { entity, some } from "../../../../domain/codec/codec";
import { draftCodec } from "../../../../domain/drafts/draft";
import type { RealmId, UserId } from "../../../../domain/ids";
import { navigationViewCodec } from "../../../../domain/navigation/navigation-view";
import { reminderCodec } from "../../../../domain/reminders/reminder";
import { scheduledMessageCodec } from "../../../../domain/scheduled-messages/scheduled-message";
import { savedSnippetCodec } from "../../../../domain/snippets/saved-snippet";
import { type UserTopic, userTopicCodec } from "../../../../domain/topics/topic-policy";
import type { ListUsage } from "../../../../domain/users/user-list-limits";
import { preparedQuery, query, rowReader, type Sql } from "../database/rows";

const toDraft = rowReader("drafts", draftCodec, "id");
const toSnippet = rowReader("saved_snippets", savedSnippetCodec, "id");
const toScheduled = rowReader("scheduled_messages", scheduledMessageCodec, "id");
const toReminder = rowReader("reminders", reminderCodec, "id");
const toView = rowReader("navigation_views", navigationViewCodec, "user_id", "fragment");
const toTopic = rowReader("user_topics", userTopicCodec, "user_id", "channel_id", "topic_key");
const toPolicy = rowReader(
  "user_topics",
  entity<Pick<UserTopic, "policy">>(some(userTopicCodec.fields, "policy")),
  "user_id",
);

const tables: Readonly<Record<UserDataKind, string>> = {
  drafts: "drafts",
  snippets: "saved_snippets",
  scheduled: "scheduled_messages",
  reminders: "reminders",
  navigationViews: "navigation_views",
  seenSteps: "seen_onboarding_steps",
  callProviders: "call_tokens",
  topics: "user_topics",
};

/** The text columns of each list. */
const texts: Readonly<Record<CountedKind, readonly string[]>> = {
  drafts: ["content"],
  snippets: ["title", "content"],
  scheduled: ["content", "rendered_content"],
  reminders: ["content", "rendered_content", "note"],
  navigationViews: ["fragment", "coalesce(name, '')"],
  topics: ["topic"],
};

const whichKinds = `SELECT ${userDataKinds
  .map(
    (kind) =>
      `EXISTS (SELECT FROM ${tables[kind]} WHERE realm_id = :realmId AND user_id = :userId) AS "${kind}"`,
  )
  .join(", ")}`;

export const knexUserDataReader = (sql: Sql): UserDataReader => {
  const ownRows = (table: string, order: string, realmId: RealmId, userId: UserId) =>
    query(sql, `SELECT * FROM ${table} WHERE realm_id = ? AND user_id = ? ORDER BY ${order}`, [
      realmId,
      userId,
    ]);
  return {
    kindsOf: async (realmId, userId) => {
      const [row] = await preparedQuery<Record<UserDataKind, boolean>>(sql, "user_data_kinds", whichKinds, {
        realmId,
        userId,
      });
      return new Set(userDataKinds.filter((kind) => row?.[kind]));
    },
    usageOf: async (realmId, userIds, kind) => {
      const sizes = texts[kind].map((text) => `octet_length(${text})`).join(" + ");
      const [row] = await query<ListUsage>(
        sql,
        `SELECT count(*)::int AS count, coalesce(sum(${sizes}), 0)::int AS size FROM ${tables[kind]}
         WHERE realm_id = ? AND user_id = ANY(?)`,
        [realmId, [...userIds]],
      );
      return { count: row?.count ?? 0, size: row?.size ?? 0 };
    },
    drafts: async (realmId, userId) =>
      (await ownRows("drafts", "edited_at, id", realmId, userId)).map(toDraft),
    snippets: async (realmId, userId) =>
      (await ownRows("saved_snippets", "id", realmId, userId)).map(toSnippet),
    scheduled: async (realmId, userId) =>
      (await ownRows("scheduled_messages", "deliver_at, id", realmId, userId)).map(toScheduled),
    reminders: async (realmId, userId) =>
      (await ownRows("reminders", "remind_at, id", realmId, userId)).map(toReminder),
    navigationViews: async (realmId, userId) =>
      (await ownRows("navigation_views", 'fragment COLLATE "C"', realmId, userId)).map(toView),
    seenSteps: async (realmId, userId) =>
      (await ownRows("seen_onboarding_steps", 'step COLLATE "C"', realmId, userId)).map(({ step }) =>
        String(step),
      ),
    topicPolicy: async (realmId, userId, channelId, topic) => {
      const [row] = await query(
        sql,
        "SELECT user_id, policy FROM user_topics WHERE realm_id = ? AND user_id = ? AND channel_id = ? AND topic_key = lower(?)",
        [realmId, userId, channelId, topic],
      );
      return row === undefined ? "inherit" : toPolicy(row).policy;
    },
    topicPolicies: async (realmId, channelId, topic, after = 0, limit) => {
      const rows = await query<{ user_id: UserId; policy: unknown }>(
        sql,
        `SELECT user_id, policy FROM user_topics
         WHERE realm_id = ? AND channel_id = ? AND topic_key = lower(?) AND user_id > ? ORDER BY user_id LIMIT ?`,
        [realmId, channelId, topic, after, limit ?? null],
      );
      return new Map(rows.map((row) => [row.user_id, toPolicy(row).policy]));
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
