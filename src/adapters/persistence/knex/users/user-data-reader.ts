import type {
  CountedKind,
  UserDataKind,
  UserDataReader,
} from "../../../../application/ports/users/user-data-reader";
import { entity, some } from "../../../../domain/codec/codec";
import { groupedBy } from "../../../../domain/collections/grouped-by";
import { draftCodec } from "../../../../domain/drafts/draft";
import type { RealmId, UserId } from "../../../../domain/ids";
import { navigationViewCodec } from "../../../../domain/navigation/navigation-view";
import { reminderCodec } from "../../../../domain/reminders/reminder";
import { scheduledMessageCodec } from "../../../../domain/scheduled-messages/scheduled-message";
import { savedSnippetCodec } from "../../../../domain/snippets/saved-snippet";
import { type UserTopic, userTopicCodec } from "../../../../domain/topics/topic-policy";
import type { ListUsage } from "../../../../domain/users/user-list-limits";
import { decodedInSlices } from "../database/decode-rows";
import { query, rowReader, type Sql } from "../database/rows";

const toDraft = rowReader("drafts", draftCodec, "id");
const toSnippet = rowReader("saved_snippets", savedSnippetCodec, "id");
const toScheduled = rowReader("scheduled_messages", scheduledMessageCodec, "id");
const toReminder = rowReader("reminders", reminderCodec, "id");
const toView = rowReader("navigation_views", navigationViewCodec, "user_id", "fragment");
const toTopic = rowReader("user_topics", userTopicCodec, "user_id", "channel_id", "topic");
const toPolicy = rowReader(
  "user_topics",
  entity<Pick<UserTopic, "policy">>(some(userTopicCodec.fields, "policy")),
  "user_id",
);

/** There may be many thousands of topics. */
const topicColumns = "channel_id, topic, policy, set_at";

/** Where a kind of data is stored, the order in which it is read, and how to read a row. */
interface UserList<Item> {
  readonly table: string;
  /** Those that `toItem` takes; absent for all. */
  readonly columns?: string;
  readonly order: string;
  readonly toItem: (row: Record<string, unknown>) => Item;
}

export const userLists: {
  readonly [Kind in UserDataKind]: UserList<Awaited<ReturnType<UserDataReader[Kind]>>[number]>;
} = {
  drafts: { table: "drafts", order: "edited_at, id", toItem: toDraft },
  snippets: { table: "saved_snippets", order: "id", toItem: toSnippet },
  scheduled: { table: "scheduled_messages", order: "deliver_at, id", toItem: toScheduled },
  reminders: { table: "reminders", order: "remind_at, id", toItem: toReminder },
  navigationViews: { table: "navigation_views", order: 'fragment COLLATE "C"', toItem: toView },
  seenSteps: {
    table: "seen_onboarding_steps",
    order: 'step COLLATE "C"',
    toItem: ({ step }) => String(step),
  },
  callProviders: {
    table: "call_tokens",
    order: 'provider COLLATE "C"',
    toItem: ({ provider }) => String(provider),
  },
  topics: {
    table: "user_topics",
    columns: topicColumns,
    order: 'channel_id, topic_key COLLATE "C"',
    toItem: toTopic,
  },
};

/** The rows of a user's list, in order. */
export const ownRows = ({ table, columns = "*", order }: UserList<unknown>): string =>
  `SELECT ${columns} FROM ${table} WHERE realm_id = :realmId AND user_id = :userId ORDER BY ${order}`;

/** The text columns of each list. */
const texts: Readonly<Record<CountedKind, readonly string[]>> = {
  drafts: ["content"],
  snippets: ["title", "content"],
  scheduled: ["content", "rendered_content"],
  reminders: ["content", "rendered_content", "note"],
  navigationViews: ["fragment", "coalesce(name, '')"],
  topics: ["topic"],
};

export const knexUserDataReader = (sql: Sql): UserDataReader => {
  const listed = async <Item>(
    list: UserList<Item>,
    realmId: RealmId,
    userId: UserId,
  ): Promise<readonly Item[]> =>
    decodedInSlices(await query(sql, ownRows(list), { realmId, userId }), list.toItem);
  return {
    usageOf: async (realmId, userIds, kind) => {
      const sizes = texts[kind].map((text) => `octet_length(${text})`).join(" + ");
      const [row] = await query<ListUsage>(
        sql,
        `SELECT count(*)::int AS count, coalesce(sum(${sizes}), 0)::int AS size FROM ${userLists[kind].table}
         WHERE realm_id = ? AND user_id = ANY(?)`,
        [realmId, [...userIds]],
      );
      return { count: row?.count ?? 0, size: row?.size ?? 0 };
    },
    drafts: (realmId, userId) => listed(userLists.drafts, realmId, userId),
    snippets: (realmId, userId) => listed(userLists.snippets, realmId, userId),
    scheduled: (realmId, userId) => listed(userLists.scheduled, realmId, userId),
    reminders: (realmId, userId) => listed(userLists.reminders, realmId, userId),
    navigationViews: (realmId, userId) => listed(userLists.navigationViews, realmId, userId),
    seenSteps: (realmId, userId) => listed(userLists.seenSteps, realmId, userId),
    callProviders: (realmId, userId) => listed(userLists.callProviders, realmId, userId),
    topics: (realmId, userId) => listed(userLists.topics, realmId, userId),
    mutedTopicsOf: async (realmId, userIds) => {
      const { order } = userLists.topics;
      const rows = await query<{ user_id: UserId }>(
        sql,
        `SELECT user_id, ${topicColumns} FROM user_topics
         WHERE realm_id = ? AND user_id = ANY(?) AND policy = 'muted' ORDER BY user_id, ${order}`,
        [realmId, [...userIds]],
      );
      const decoded = await decodedInSlices(rows, (row) => ({ userId: row.user_id, topic: toTopic(row) }));
      return new Map(
        [...groupedBy(decoded, ({ userId }) => userId)].map(([userId, some]) => [
          userId,
          some.map(({ topic }) => topic),
        ]),
      );
    },
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
  };
};
