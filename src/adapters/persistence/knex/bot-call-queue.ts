import * as t from "io-ts";
import type { BotCallQueue, QueuedCall } from "../../../application/ports/bot-call-queue";
import { botCallCodec } from "../../../domain/bot";
import { entity } from "../../../domain/codec";
import { query, rowReader, run, type Sql } from "./rows";

const queuedCallCodec = entity<QueuedCall>({
  ...botCallCodec.fields,
  messageId: t.number,
  failures: t.number,
});
const toQueuedCall = rowReader("bot_calls", queuedCallCodec, "message_id", "bot_id");

export const knexBotCallQueue = (sql: Sql): BotCallQueue => ({
  due: async (realmId, now, exceptBots, limit) => {
    const rows = await query(
      sql,
      `SELECT message_id, bot_id, trigger, failures FROM (
         SELECT DISTINCT ON (bot_id) * FROM bot_calls
         WHERE realm_id = ? AND due_at <= ? AND NOT bot_id = ANY(?)
         ORDER BY bot_id, due_at, message_id
       ) first_of_each ORDER BY due_at, message_id, bot_id LIMIT ?`,
      [realmId, now, [...exceptBots], limit],
    );
    return rows.map(toQueuedCall);
  },

  remove: (realmId, { messageId, botId }) =>
    run(sql, "DELETE FROM bot_calls WHERE realm_id = ? AND message_id = ? AND bot_id = ?", [
      ...[realmId, messageId, botId],
    ]),

  postpone: (realmId, { messageId, botId }, dueAt) =>
    run(
      sql,
      `UPDATE bot_calls SET due_at = ?, failures = failures + 1
       WHERE realm_id = ? AND message_id = ? AND bot_id = ?`,
      [dueAt, realmId, messageId, botId],
    ),
});
