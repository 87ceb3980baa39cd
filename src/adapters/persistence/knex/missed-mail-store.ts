import * as t from "io-ts";
import type { Knex } from "knex";
import type { MaybeMissed, MissedMailStore } from "../../../application/ports/missed-mail-store";
import type { Seals } from "../../../application/ports/seals";
import { entity } from "../../../domain/codec";
import { sortedUnique } from "../../../domain/message";
import { knexMailWriter } from "./mail-queue";
import { insertRows, query, rowReader, run, toRow } from "./rows";

const maybeMissedCodec = entity<MaybeMissed>({ userId: t.number, messageId: t.number, dueAt: t.number });
const toMaybeMissed = rowReader("missed_mails", maybeMissedCodec, "user_id");

interface AddressedRow {
  readonly id: number;
  readonly sender_id: number;
  readonly sent_at: number;
  readonly participants: string | null;
  readonly mentioned: readonly number[] | null;
}

/** By two indexes: of direct messages, and of marks. Channel messages that mention nobody aren't touched. */
const addressedMessages = `
  WITH mentions AS (
    SELECT message_id, jsonb_agg(user_id) AS user_ids FROM message_marks
    WHERE realm_id = :realmId AND message_id > :after AND message_id <= :upTo AND flag = 'mentioned'
    GROUP BY message_id
  ), ids AS (
    SELECT id FROM messages
    WHERE realm_id = :realmId AND channel_id IS NULL AND id > :after AND id <= :upTo
    UNION SELECT message_id FROM mentions
  )
  SELECT m.id, m.sender_id, m.sent_at, d.participants_key AS participants, n.user_ids AS mentioned
  FROM ids JOIN messages m ON m.realm_id = :realmId AND m.id = ids.id
  LEFT JOIN direct_conversations d ON d.realm_id = m.realm_id AND d.id = m.conversation_id
  LEFT JOIN mentions n ON n.message_id = m.id
  ORDER BY m.id`;

export const knexMissedMailStore = (db: Knex, seals: Seals): MissedMailStore => ({
  newestMessageId: async (realmId) => {
    const [row] = await query<{ message_id: number }>(
      db,
      "SELECT message_id FROM realm_heads WHERE realm_id = ?",
      [realmId],
    );
    return row?.message_id ?? 0;
  },

  addressed: async (realmId, after, upTo) => {
    const rows = await query<AddressedRow>(db, addressedMessages, { realmId, after, upTo });
    return rows.map(({ id, sender_id, sent_at, participants, mentioned }) => {
      const direct = participants === null ? [] : participants.split(",").map(Number);
      const userIds = sortedUnique([...direct, ...(mentioned ?? [])]);
      return { messageId: id, senderId: sender_id, sentAt: sent_at, userIds };
    });
  },

  searchedTo: async (realmId) => {
    const [row] = await query<{ searched_to: number }>(
      db,
      "SELECT searched_to FROM missed_mail_searches WHERE realm_id = ?",
      [realmId],
    );
    return row?.searched_to;
  },

  note: (realmId, searchedTo, found) =>
    db.transaction(async (sql) => {
      const rows = found.map((one) => ({ realm_id: realmId, ...toRow(one) }));
      await insertRows(sql, "missed_mails", rows, "ON CONFLICT DO NOTHING");
      await run(
        sql,
        `INSERT INTO missed_mail_searches (realm_id, searched_to) VALUES (?, ?)
         ON CONFLICT (realm_id) DO UPDATE SET searched_to = excluded.searched_to`,
        [realmId, searchedTo],
      );
    }),

  due: async (realmId, now) => {
    const rows = await query(
      db,
      "SELECT * FROM missed_mails WHERE realm_id = ? AND due_at <= ? ORDER BY due_at, user_id",
      [realmId, now],
    );
    return rows.map(toMaybeMissed);
  },

  settle: (realmId, userId, mail, now) =>
    db.transaction(async (sql) => {
      await run(sql, "DELETE FROM missed_mails WHERE realm_id = ? AND user_id = ?", [realmId, userId]);
      if (mail) await knexMailWriter(sql, seals).put(realmId, [mail], now);
    }),
});
