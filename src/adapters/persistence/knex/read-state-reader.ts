import type { ReadStateReader } from "../../../application/ports/read-state-reader";
import type { Flag, ReadState } from "../../../domain/read-state";
import { fromMultirange, query, type Sql } from "./rows";

interface StateRow {
  readonly conversation_id: number;
  readonly received: string;
  readonly read: string;
}

const states = `
  SELECT o.conversation_id, o.received, coalesce(r.read, '{}') AS read FROM (
    SELECT c.conversation_id, s.received FROM subscriptions s
      JOIN channels c ON c.realm_id = s.realm_id AND c.id = s.channel_id
      WHERE s.realm_id = :realmId AND s.user_id = :userId
    UNION ALL
    SELECT p.conversation_id, '{[0,)}'::int8multirange FROM direct_participants p
      WHERE p.realm_id = :realmId AND p.user_id = :userId
  ) o LEFT JOIN read_states r
    ON r.realm_id = :realmId AND r.user_id = :userId AND r.conversation_id = o.conversation_id`;

const toState = (row: StateRow): ReadState => ({
  conversationId: row.conversation_id,
  received: fromMultirange(row.received),
  read: fromMultirange(row.read),
});

export const knexReadStateReader = (
  sql: Sql,
  before: () => Promise<void> = async () => {},
): ReadStateReader => ({
  statesOf: async (realmId, userId, conversationIds) => {
    await before();
    const rows = await query<StateRow>(sql, `${states} WHERE o.conversation_id = ANY(:conversationIds)`, {
      realmId,
      userId,
      conversationIds,
    });
    return rows.map(toState);
  },

  allStatesOf: async (realmId, userId) => {
    await before();
    return (await query<StateRow>(sql, states, { realmId, userId })).map(toState);
  },

  marksOf: async (realmId, userId, messageIds) => {
    await before();
    const rows = await query<{ message_id: number; flags: Flag[] }>(
      sql,
      `SELECT message_id, array_agg(flag ORDER BY flag) AS flags FROM message_marks
       WHERE realm_id = ? AND user_id = ? AND message_id = ANY(?) GROUP BY message_id`,
      [realmId, userId, messageIds],
    );
    return new Map(rows.map((row) => [row.message_id, row.flags]));
  },

  marked: async (realmId, userId, flag) => {
    await before();
    const rows = await query<{ message_id: number }>(
      sql,
      "SELECT message_id FROM message_marks WHERE realm_id = ? AND user_id = ? AND flag = ? ORDER BY message_id",
      [realmId, userId, flag],
    );
    return rows.map((row) => row.message_id);
  },
});
