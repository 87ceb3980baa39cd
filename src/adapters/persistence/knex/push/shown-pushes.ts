import type { Knex } from "knex";
import type { ShownPushes } from "../../../../application/ports/push/shown-pushes";
import type { MessageId, UserId } from "../../../../domain/ids";
import { toMultirange } from "../database/multiranges";
import { insertRows, query, run } from "../database/rows";

export const knexShownPushes = (db: Knex): ShownPushes => ({
  show: (realmId, userId, { id, conversationId }) =>
    insertRows(
      db,
      "shown_pushes",
      realmId,
      [{ user_id: userId, message_id: id, conversation_id: conversationId }],
      "ON CONFLICT (realm_id, user_id, message_id) DO UPDATE SET conversation_id = excluded.conversation_id",
    ),

  among: async (realmId, userId, { conversationId, ids }) => {
    const rows = await query<{ message_id: MessageId }>(
      db,
      `SELECT message_id FROM shown_pushes
       WHERE realm_id = ? AND user_id = ? AND conversation_id = ? AND message_id <@ ?::int8multirange
       ORDER BY message_id`,
      [realmId, userId, conversationId, toMultirange(ids)],
    );
    return rows.map(({ message_id }) => message_id);
  },

  idsByUser: async (realmId, messageIds) => {
    const rows = await query<{ user_id: UserId; message_ids: readonly MessageId[] }>(
      db,
      `SELECT user_id, json_agg(message_id ORDER BY message_id) AS message_ids FROM shown_pushes
       WHERE realm_id = ? AND message_id = ANY(?) GROUP BY user_id ORDER BY user_id`,
      [realmId, [...messageIds]],
    );
    return new Map(rows.map(({ user_id, message_ids }) => [user_id, message_ids]));
  },

  forget: (realmId, userId, messageIds) =>
    run(db, "DELETE FROM shown_pushes WHERE realm_id = ? AND user_id = ? AND message_id = ANY(?)", [
      realmId,
      userId,
      [...messageIds],
    ]),
});
