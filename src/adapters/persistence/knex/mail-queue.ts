import type { MailQueue, MailWriter } from "../../../application/ports/mail-queue";
import type { Seals } from "../../../application/ports/seals";
import { query, run, type Sql } from "./rows";

interface MailRow {
  readonly id: string;
  readonly sealed: string;
  readonly failures: number;
}

export const knexMailWriter = (sql: Sql, seals: Seals): MailWriter => ({
  put: (realmId, mail, dueAt) =>
    run(sql, "INSERT INTO mail_queue (realm_id, due_at, sealed) VALUES (?, ?, ?)", [
      ...[realmId, dueAt, seals.seal(JSON.stringify(mail))],
    ]),
});

/** Mails hold links that let people in, so the rows are sealed. */
export const knexMailQueue = (sql: Sql, seals: Seals): MailQueue => ({
  put: knexMailWriter(sql, seals).put,

  due: async (realmId, now, limit) => {
    const rows = await query<MailRow>(
      sql,
      "SELECT id, sealed, failures FROM mail_queue WHERE realm_id = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?",
      [realmId, now, limit],
    );
    return rows.map(({ id, sealed, failures }) => ({
      ...{ id: String(id), failures },
      mail: JSON.parse(seals.open(sealed)),
    }));
  },

  remove: (realmId, id) =>
    run(sql, "DELETE FROM mail_queue WHERE realm_id = ? AND id = ?", [realmId, Number(id)]),

  postpone: (realmId, id, dueAt) =>
    run(sql, "UPDATE mail_queue SET due_at = ?, failures = failures + 1 WHERE realm_id = ? AND id = ?", [
      ...[dueAt, realmId, Number(id)],
    ]),
});
