import type { ReadStateReader } from "../../../../application/ports/messages/read-state-reader";
import { listOf } from "../../../../domain/codec/codec";
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
import {
  decoded,
  fromMultirange,
  preparedQuery,
  query,
  rowsAsJson,
  rowsFromJson,
  type Sql,
  toMultirange,
} from "../database/rows";
import { unreadSets, userReadStates } from "./user-conversations";

interface StateRow {
  readonly conversation_id: ConversationId;
  readonly received: string;
  readonly read: string;
}

const toState = (row: StateRow): ReadState => ({
  conversationId: row.conversation_id,
  received: fromMultirange(row.received),
  read: fromMultirange(row.read),
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

const statesOfConversations = `${userReadStates} WHERE o.conversation_id = ANY(:conversationIds)`;

const flagsOfMessages = `SELECT message_id, array_agg(flag ORDER BY flag) AS flags FROM message_marks
  WHERE realm_id = :realmId AND user_id = :userId AND message_id = ANY(:messageIds) GROUP BY message_id`;

const statesAndFlags = `SELECT ${rowsAsJson(statesOfConversations)} AS states, ${rowsAsJson(flagsOfMessages)} AS flags`;

/** The places, in the lists of questions, of users with equal flags on the same message. */
const flagsOfReaders = `SELECT f.message_id, f.received, f.read, f.flags, json_agg(f.place) AS places FROM (
    SELECT m.id AS message_id, asked.place,
      CASE WHEN m.channel_id IS NULL THEN p.user_id IS NOT NULL ELSE coalesce(s.received @> m.id, false) END AS received,
      coalesce(r.read @> m.id, false) OR (m.sender_id = asked.user_id AND m.read_by_sender) AS read,
      ARRAY(SELECT k.flag FROM message_marks k
        WHERE k.realm_id = :realmId AND k.user_id = asked.user_id AND k.message_id = m.id ORDER BY k.flag) AS flags
    FROM unnest(:userIds::bigint[], :messageIds::bigint[]) WITH ORDINALITY AS asked(user_id, message_id, place)
    JOIN messages m ON m.realm_id = :realmId AND m.id = asked.message_id
    LEFT JOIN subscriptions s ON s.realm_id = :realmId AND s.channel_id = m.channel_id AND s.user_id = asked.user_id
    LEFT JOIN direct_participants p
      ON p.realm_id = :realmId AND p.conversation_id = m.conversation_id AND p.user_id = asked.user_id
    LEFT JOIN read_states r
      ON r.realm_id = :realmId AND r.conversation_id = m.conversation_id AND r.user_id = asked.user_id
  ) f GROUP BY f.message_id, f.received, f.read, f.flags`;

interface ReadersRow extends FlagsRow {
  readonly received: boolean;
  readonly read: boolean;
  /** Counted from 1. */
  readonly places: readonly number[];
}

export const knexReadStateReader = (sql: Sql): ReadStateReader => ({
  statesOf: async (realmId, userId, conversationIds) => {
    const named = { realmId, userId, conversationIds };
    return (await preparedQuery<StateRow>(sql, "read_states_of", statesOfConversations, named)).map(toState);
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

  statesAndFlagsOf: async (realmId, userId, conversationIds, messageIds) => {
    const [row] = await preparedQuery<{ states: unknown; flags: unknown }>(
      sql,
      "states_and_flags",
      statesAndFlags,
      { realmId, userId, conversationIds, messageIds },
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
