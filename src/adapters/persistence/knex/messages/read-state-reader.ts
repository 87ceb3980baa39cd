import { zip } from "fp-ts/ReadonlyArray";
import type {
  PlacedMessage,
  ReadStateReader,
} from "../../../../application/ports/messages/read-state-reader";
import { listOf } from "../../../../domain/codec/codec";
import { groupedBy } from "../../../../domain/collections/grouped-by";
import * as ranges from "../../../../domain/collections/id-ranges";
import type { ConversationId, MessageId, UserId } from "../../../../domain/ids";
import {
  type Flag,
  flagCodec,
  flagsAmong,
  mentionFlags,
  type ReadState,
  storedFlags,
} from "../../../../domain/messages/read-state";
import { fromMultirange, toMultirange } from "../database/multiranges";
import { decoded, preparedQuery, query, rowsAsJson, rowsFromJson, type Sql } from "../database/rows";
import { cutReadStates, unreadSets, userConversations } from "./user-conversations";

/** The ends of ranges, as lists: PostgreSQL takes twenty times as long to write ranges as text. */
interface StateRow {
  readonly conversation_id: ConversationId;
  readonly received_from: readonly MessageId[];
  readonly received_to: readonly MessageId[];
  readonly read_from: readonly MessageId[];
  readonly read_to: readonly MessageId[];
}

const endsOf = (column: "received" | "read"): string =>
  `to_json(ARRAY(SELECT lower(ids) FROM unnest(${column}) ids)) AS ${column}_from,
   to_json(ARRAY(SELECT upper(ids) FROM unnest(${column}) ids)) AS ${column}_to`;

/** `OFFSET 0` computes the cut states once instead of for each list. */
const endsOfCutStates = `SELECT conversation_id, ${endsOf("received")}, ${endsOf("read")}
  FROM (${cutReadStates} OFFSET 0) states`;

const toState = (row: StateRow): ReadState => ({
  conversationId: row.conversation_id,
  received: zip(row.received_from, row.received_to),
  read: zip(row.read_from, row.read_to),
});

const flagsCodec = listOf(flagCodec);

interface FlagsRow {
  readonly message_id: MessageId;
  readonly flags: unknown;
}

const toFlags = (row: FlagsRow): readonly Flag[] =>
  decoded(flagsCodec, row.flags, row, { table: "message_marks", key: ["message_id"] });

const flagsById = (rows: readonly FlagsRow[]): ReadonlyMap<MessageId, readonly Flag[]> =>
  new Map(rows.map((row) => [row.message_id, toFlags(row)]));

/** Bindings of `cutReadStates`. */
const idsByConversation = (messages: readonly PlacedMessage[]) => {
  const byConversation = groupedBy(messages, ({ conversation }) => conversation.id);
  return {
    conversationIds: [...byConversation.keys()],
    idsOfEach: [...byConversation.values()].map((some) =>
      toMultirange(ranges.ofIds(some.map(({ id }) => id))),
    ),
  };
};

const flagsOfMessages = `SELECT message_id, array_agg(flag ORDER BY flag) AS flags FROM message_marks
  WHERE realm_id = :realmId AND user_id = :userId AND message_id = ANY(:messageIds) GROUP BY message_id`;

const statesAndFlags = `SELECT ${rowsAsJson(endsOfCutStates)} AS states, ${rowsAsJson(flagsOfMessages)} AS flags`;

/**
 * The places, in the lists of questions, of users with equal flags on the same message. A user's state of a conversation is cut to the
 * messages asked for, because PostgreSQL unpacks all its ranges whenever it compares them.
 */
const flagsOfReaders = `WITH asked AS MATERIALIZED (
    SELECT asked.user_id, asked.place, m.id, m.conversation_id, m.channel_id, m.sender_id = asked.user_id AND m.read_by_sender AS was_read
    FROM unnest(:userIds::bigint[], :messageIds::bigint[]) WITH ORDINALITY AS asked(user_id, message_id, place)
    CROSS JOIN LATERAL (SELECT * FROM messages m WHERE m.realm_id = :realmId AND m.id = asked.message_id OFFSET 0) m
  ), states AS MATERIALIZED (
    SELECT a.user_id, a.conversation_id, r.read * a.ids AS read,
      CASE WHEN a.channel_id IS NOT NULL THEN s.received * a.ids WHEN p.user_id IS NOT NULL THEN a.ids END AS received
    FROM (
      SELECT user_id, conversation_id, channel_id, range_agg(int8range(id, id + 1)) AS ids FROM asked GROUP BY 1, 2, 3
    ) a
    LEFT JOIN subscriptions s ON s.realm_id = :realmId AND s.channel_id = a.channel_id AND s.user_id = a.user_id
    LEFT JOIN direct_participants p
      ON p.realm_id = :realmId AND p.conversation_id = a.conversation_id AND p.user_id = a.user_id
    LEFT JOIN read_states r
      ON r.realm_id = :realmId AND r.conversation_id = a.conversation_id AND r.user_id = a.user_id
  )
  SELECT f.message_id, f.received, f.read, f.flags, json_agg(f.place) AS places FROM (
    SELECT a.id AS message_id, a.place, coalesce(s.received @> a.id, false) AS received,
      a.was_read OR coalesce(s.read @> a.id, false) AS read,
      ARRAY(SELECT k.flag FROM message_marks k
        WHERE k.realm_id = :realmId AND k.user_id = a.user_id AND k.message_id = a.id ORDER BY k.flag) AS flags
    FROM asked a JOIN states s USING (user_id, conversation_id)
  ) f GROUP BY f.message_id, f.received, f.read, f.flags`;

interface ReadersRow extends FlagsRow {
  readonly received: boolean;
  readonly read: boolean;
  /** Counted from 1. */
  readonly places: readonly number[];
}

export const knexReadStateReader = (sql: Sql): ReadStateReader => ({
  statesOf: async (realmId, userId, messages) => {
    const named = { realmId, userId, ...idsByConversation(messages) };
    return (await preparedQuery<StateRow>(sql, "read_states_of", endsOfCutStates, named)).map(toState);
  },

  receivedIn: async (realmId, userId, conversationId) => {
    const [row] = await query<{ received: string }>(
      sql,
      `SELECT received FROM (${userConversations}) own WHERE conversation_id = :conversationId`,
      { realmId, userId, conversationId },
    );
    return row ? fromMultirange(row.received) : ranges.noIds;
  },

  // Read and received ids can be thousands of ranges.
  conversationsToRead: async (realmId, userId, before) => {
    const rows = await query<Pick<StateRow, "conversation_id">>(
      sql,
      `SELECT conversation_id FROM (${unreadSets}) unread WHERE ids && :span::int8multirange`,
      { realmId, userId, span: toMultirange([[0, before]]) },
    );
    return rows.map(({ conversation_id }) => conversation_id);
  },

  flagsOf: async (realmId, userId, messageIds) =>
    flagsById(
      await preparedQuery<FlagsRow>(sql, "flags_of", flagsOfMessages, { realmId, userId, messageIds }),
    ),

  statesAndFlagsOf: async (realmId, userId, messages) => {
    const [row] = await preparedQuery<{ states: unknown; flags: unknown }>(
      sql,
      "states_and_flags",
      statesAndFlags,
      { realmId, userId, ...idsByConversation(messages), messageIds: messages.map(({ id }) => id) },
    );
    return {
      states: rowsFromJson<StateRow>(row?.states).map(toState),
      flags: flagsById(rowsFromJson<FlagsRow>(row?.flags)),
    };
  },

  flagsOfReaders: async (realmId, asked) => {
    const rows = await preparedQuery<ReadersRow>(sql, "flags_of_readers", flagsOfReaders, {
      realmId,
      userIds: asked.map(({ userId }) => userId),
      messageIds: asked.map(({ messageId }) => messageId),
    });
    const found: (readonly Flag[])[] = asked.map(() => []);
    for (const row of rows) {
      const flags = flagsAmong(toFlags(row), row.received, row.read);
      for (const place of row.places) found[place - 1] = flags;
    }
    return found;
  },

  readersOf: async (realmId, { id, conversation }) => {
    const received =
      conversation.kind === "channel"
        ? sql.raw(
            "(SELECT user_id FROM subscriptions WHERE realm_id = ? AND channel_id = ? AND received @> ?::bigint)",
            [realmId, conversation.channelId, id],
          )
        : sql.raw("(SELECT unnest(?::bigint[]) AS user_id)", [[...conversation.participants]]);
    const rows = await query<{ user_id: UserId }>(
      sql,
      `SELECT r.user_id FROM ? had JOIN read_states r ON r.realm_id = ? AND r.user_id = had.user_id
         AND r.conversation_id = ? AND r.read @> ?::bigint ORDER BY r.user_id`,
      [received, realmId, conversation.id, id],
    );
    return rows.map((row) => row.user_id);
  },

  receiversAmong: async (realmId, { id, conversation }, userIds) => {
    if (conversation.kind === "direct")
      return new Set(userIds.filter((userId) => conversation.participants.includes(userId)));
    const rows = await query<{ user_id: UserId }>(
      sql,
      `SELECT user_id FROM subscriptions
       WHERE realm_id = ? AND channel_id = ? AND user_id = ANY(?) AND received @> ?::bigint`,
      [realmId, conversation.channelId, [...userIds], id],
    );
    return new Set(rows.map((row) => row.user_id));
  },

  exceptionalReceipts: async (realmId, channelId, messageIds) => {
    const [span] = ranges.hull(messageIds);
    if (span === undefined) return [];
    const rows = await query<{ user_ids: readonly UserId[]; received: string }>(
      sql,
      `SELECT received * :span::int8multirange AS received, json_agg(user_id ORDER BY user_id) AS user_ids
       FROM subscriptions
       WHERE realm_id = :realmId AND channel_id = :channelId
         AND CASE WHEN is_active THEN NOT received @> :span::int8multirange
           ELSE received && :span::int8multirange END
       GROUP BY 1 ORDER BY min(user_id)`,
      { realmId, channelId, span: toMultirange([span]) },
    );
    return rows.map(({ user_ids, received }) => ({ userIds: user_ids, received: fromMultirange(received) }));
  },

  usersWithFlags: async (realmId, messageIds) => {
    const rows = await query<{ user_id: UserId }>(
      sql,
      "SELECT DISTINCT user_id FROM message_marks WHERE realm_id = ? AND message_id = ANY(?) ORDER BY user_id",
      [realmId, messageIds],
    );
    return rows.map((row) => row.user_id);
  },

  mentionedIn: async (realmId, messageId, after, limit) => {
    const rows = await query<{ user_id: UserId }>(
      sql,
      `SELECT DISTINCT user_id FROM message_marks
       WHERE realm_id = ? AND message_id = ? AND flag = ANY(?) AND user_id > ? ORDER BY user_id LIMIT ?`,
      [realmId, messageId, storedFlags(mentionFlags), after, limit],
    );
    return rows.map((row) => row.user_id);
  },
});
