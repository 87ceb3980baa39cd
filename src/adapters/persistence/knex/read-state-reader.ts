import type { ReadStateReader } from "../../../application/ports/read-state-reader";
import type { Flag, ReadState } from "../../../domain/read-state";
import { fromMultirange, query, type Sql } from "./rows";
import { userReadStates } from "./user-conversations";

interface StateRow {
  readonly conversation_id: number;
  readonly received: string;
  readonly read: string;
}

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
    const rows = await query<StateRow>(
      sql,
      `${userReadStates} WHERE o.conversation_id = ANY(:conversationIds)`,
      {
        realmId,
        userId,
        conversationIds,
      },
    );
    return rows.map(toState);
  },

  allStatesOf: async (realmId, userId) => {
    await before();
    return (await query<StateRow>(sql, userReadStates, { realmId, userId })).map(toState);
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
