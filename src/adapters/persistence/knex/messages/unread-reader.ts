import * as E from "fp-ts/Either";
import type { UnreadReader } from "../../../../application/ports/messages/unread-reader";
import type { ConversationId, MessageId } from "../../../../domain/ids";
import { storedFlags, wildcardFlags } from "../../../../domain/messages/read-state";
import { type Unread, type UnreadTopic, unreadIn } from "../../../../domain/messages/unread";
import type { NarrowTerm } from "../../../../domain/narrow/narrow";
import { toMultirange } from "../database/multiranges";
import { query, type Sql } from "../database/rows";
import { notReadBySending } from "./message-conditions";
import { type MessageRow, toConversation } from "./message-rows";
import { knexMessageWindows } from "./message-windows";
import type { SearchLimits } from "./search-limits";
import { cutUnreadRanges, unreadRanges } from "./user-conversations";

/** Some ranges. `OFFSET 0` computes their ends once instead of for each message. */
const inRanges = (ranges: string): string => `(${ranges} OFFSET 0) u`;

/** The messages `m` in a range `u`. The index `messages_unread` has all columns that say whether a message is unread. */
const inRange = `m.realm_id = :realmId AND m.conversation_id = u.conversation_id AND m.id >= u.start AND m.id < u.beyond`;

/** A range's unread messages, ascending. */
export type UnreadRow = Pick<MessageRow, "conversation_id" | "channel_id" | "participants_key"> & {
  readonly ids: readonly MessageId[];
  /** The topic of each. */
  readonly topics: readonly string[];
  /** May also name older messages, which were cut. */
  readonly mention_ids: readonly MessageId[] | null;
  /** Through a wildcard, whether or not they are also mentioned directly. May also name older messages. */
  readonly wildcard_ids: readonly MessageId[] | null;
};

/** The ids among `m.id` to which the user has one of the flags, in order. */
const flaggedIds = (flags: string): string =>
  `array_agg(m.id) FILTER (WHERE m.id IN (
     SELECT message_id FROM message_marks
     WHERE realm_id = :realmId AND user_id = :userId AND flag = ANY(${flags})))`;

/** An array of `t`: all of it, or only the elements whose ids are at least `cut.oldest`. */
const wanted = (name: string, element: string): string =>
  `CASE WHEN cut.oldest IS NULL THEN to_json(t.${name})
    ELSE (SELECT json_agg(${element}) FROM unnest(t.ids, t.topics) m (id, topic) WHERE id >= cut.oldest) END AS ${name}`;

/**
 * A user's newest unread messages, one more than `:mostUnread`, by range. The caller groups the rows by topic: a range has few messages,
 * and PostgreSQL would have to sort each one's. The index `messages_unread` has all that is read here, in the order of the inner
 * query.
 */
export const unreadMessages = `WITH found AS MATERIALIZED (
    SELECT u.conversation_id, m.* FROM ${inRanges(unreadRanges)} CROSS JOIN LATERAL (
      SELECT min(m.channel_id) AS channel_id, array_agg(m.id) AS ids, array_agg(m.topic) AS topics,
        ${flaggedIds(":mentionFlags")} AS mention_ids, ${flaggedIds(":wildcardFlags")} AS wildcard_ids
      FROM (
        SELECT m.id, m.channel_id, m.topic FROM messages m WHERE ${inRange} AND ${notReadBySending} ORDER BY m.id
      ) m
    ) m WHERE m.ids IS NOT NULL
  ), cut AS (
    SELECT CASE WHEN sum(cardinality(ids)) > :mostUnread + 1
      THEN (SELECT id FROM found, unnest(ids) id ORDER BY id DESC OFFSET :mostUnread LIMIT 1) END AS oldest FROM found
  )
  SELECT t.conversation_id, t.channel_id, d.participants_key,
    ${wanted("ids", "id")}, ${wanted("topics", "topic")}, t.mention_ids, t.wildcard_ids
  FROM cut, found t LEFT JOIN direct_conversations d
    ON t.channel_id IS NULL AND d.realm_id = :realmId AND d.id = t.conversation_id
  WHERE cut.oldest IS NULL OR cut.oldest <= ANY(t.ids)`;

/** Further bindings of `unreadMessages`. */
export const unreadFlags = {
  mentionFlags: storedFlags(["mentioned"]),
  wildcardFlags: storedFlags(wildcardFlags),
};

interface Ids {
  readonly messageIds: MessageId[];
  readonly mentionIds: MessageId[];
  readonly wildcardIds: MessageId[];
}

/** A range's unread messages by topic. */
const topicsOf = (row: UnreadRow): readonly UnreadTopic[] => {
  const conversation = toConversation(row);
  const mentioning = new Set(row.mention_ids);
  const wildcards = new Set(row.wildcard_ids);
  const byTopic = new Map<string, Ids>();
  const idsIn = (topic: string): Ids => {
    const known = byTopic.get(topic);
    if (known) return known;
    const ids: Ids = { messageIds: [], mentionIds: [], wildcardIds: [] };
    byTopic.set(topic, ids);
    return ids;
  };
  row.ids.forEach((id, index) => {
    const ids = idsIn(row.topics[index] ?? "");
    ids.messageIds.push(id);
    if (mentioning.has(id)) ids.mentionIds.push(id);
    else if (wildcards.has(id)) ids.wildcardIds.push(id);
  });
  return Array.from(byTopic, ([topic, ids]) => ({ conversation, topic, ...ids }));
};

/** The unread messages that the rows of `unreadMessages` name. */
export const toUnread = (rows: readonly UnreadRow[], mostUnread: number): Unread =>
  unreadIn(rows.flatMap(topicsOf), mostUnread);

export const knexUnreadReader = (sql: Sql, limits?: Partial<SearchLimits>): UnreadReader => ({
  // `OFFSET 0` forces one lookup per range; the planner might otherwise scan the realm's messages for each. The order makes it use an index
  // of the conversation's ids, even if it has no statistics: it might otherwise filter all of the conversation's messages for each.
  unreadIds: async (realmId, userId, spans, limit) => {
    const rows = await query<{ conversation_id: ConversationId; ids: readonly MessageId[] }>(
      sql,
      `SELECT conversation_id, json_agg(id ORDER BY id) AS ids FROM (
         SELECT u.conversation_id, m.id FROM ${inRanges(cutUnreadRanges)} CROSS JOIN LATERAL (
           SELECT m.id FROM messages m WHERE ${inRange} AND ${notReadBySending} ORDER BY m.id OFFSET 0
         ) m LIMIT :limit
       ) unread GROUP BY conversation_id`,
      {
        limit: limit + 1,
        realmId,
        userId,
        conversationIds: spans.map(({ conversationId }) => conversationId),
        idsOfEach: spans.map(({ from, to }) => toMultirange([[from, to + 1]])),
      },
    );
    const count = rows.reduce((sum, { ids }) => sum + ids.length, 0);
    return count > limit
      ? E.left("too many")
      : E.right(new Map(rows.map((row) => [row.conversation_id, row.ids])));
  },

  firstUnreadId: async (realmId, userId, scope, narrow) => {
    const unread: NarrowTerm = { operator: "unread", userId, negated: false };
    const window = { scope, narrow: [unread, ...narrow], anchor: 0, before: 0, after: 1 };
    const { after } = await knexMessageWindows(sql, limits).heads(realmId, window);
    return after[0]?.id;
  },
});
