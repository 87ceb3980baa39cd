import {
  type HeldKind,
  type PersonalKind,
  type PersonalReader,
  personalKinds,
} from "../../../application/ports/personal-reader";
import { draftCodec } from "../../../domain/draft";
import { navigationViewCodec } from "../../../domain/navigation-view";
import type { Held } from "../../../domain/own-lists";
import { reminderCodec } from "../../../domain/reminder";
import { savedSnippetCodec } from "../../../domain/saved-snippet";
import { scheduledMessageCodec } from "../../../domain/scheduled-message";
import { type TopicPolicy, type UserTopic, userTopicCodec } from "../../../domain/topic-policy";
import { query, rowReader, type Sql } from "./rows";

const toDraft = rowReader("drafts", draftCodec, "id");
const toSnippet = rowReader("saved_snippets", savedSnippetCodec, "id");
const toScheduled = rowReader("scheduled_messages", scheduledMessageCodec, "id");
const toReminder = rowReader("reminders", reminderCodec, "id");
const toView = rowReader("navigation_views", navigationViewCodec, "user_id", "fragment");
const toTopic = rowReader("user_topics", userTopicCodec, "user_id", "channel_id", "topic_key");

const tables: Readonly<Record<PersonalKind, string>> = {
  drafts: "drafts",
  snippets: "saved_snippets",
  scheduled: "scheduled_messages",
  reminders: "reminders",
  navigationViews: "navigation_views",
  seenSteps: "seen_onboarding_steps",
  callProviders: "call_tokens",
  topics: "user_topics",
};

/** The columns with the texts of a kind. */
const texts: Readonly<Record<HeldKind, readonly string[]>> = {
  drafts: ["content"],
  snippets: ["title", "content"],
  scheduled: ["content", "rendered_content"],
  reminders: ["content", "rendered_content", "note"],
  navigationViews: ["fragment", "coalesce(name, '')"],
  topics: ["topic"],
};

const whichKinds = `SELECT ${personalKinds
  .map(
    (kind) =>
      `EXISTS (SELECT FROM ${tables[kind]} WHERE realm_id = :realmId AND user_id = :userId) AS "${kind}"`,
  )
  .join(", ")}`;

export const knexPersonalReader = (sql: Sql): PersonalReader => {
  const ownRows = (table: string, order: string, realmId: number, userId: number) =>
    query(sql, `SELECT * FROM ${table} WHERE realm_id = ? AND user_id = ? ORDER BY ${order}`, [
      realmId,
      userId,
    ]);
  return {
    kindsOf: async (realmId, userId) => {
      const [row] = await query<Record<PersonalKind, boolean>>(sql, whichKinds, { realmId, userId });
      return new Set(personalKinds.filter((kind) => row?.[kind]));
    },
    held: async (realmId, userId, kind) => {
      const sizes = texts[kind].map((text) => `octet_length(${text})`).join(" + ");
      const [row] = await query<Held>(
        sql,
        `SELECT count(*)::int AS count, coalesce(sum(${sizes}), 0)::int AS size FROM ${tables[kind]}
         WHERE realm_id = ? AND user_id = ?`,
        [realmId, userId],
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
      const [row] = await query<{ policy: TopicPolicy }>(
        sql,
        "SELECT policy FROM user_topics WHERE realm_id = ? AND user_id = ? AND channel_id = ? AND topic_key = lower(?)",
        [realmId, userId, channelId, topic],
      );
      return row?.policy ?? "inherit";
    },
    topicPolicies: async (realmId, channelId, topic, after = 0, limit) => {
      const rows = await query<{ user_id: number; policy: UserTopic["policy"] }>(
        sql,
        `SELECT user_id, policy FROM user_topics
         WHERE realm_id = ? AND channel_id = ? AND topic_key = lower(?) AND user_id > ? ORDER BY user_id LIMIT ?`,
        [realmId, channelId, topic, after, limit ?? null],
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
