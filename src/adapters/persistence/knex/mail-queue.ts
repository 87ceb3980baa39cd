import type { MailQueue, MailWriter, QueuedMail } from "../../../application/ports/mail-queue";
import type { Seals } from "../../../application/ports/seals";
import type { Mail } from "../../../domain/letter";
import { insertRows, query, run, type Sql } from "./rows";

interface MailRow {
  readonly id: number;
  readonly sealed: string;
  readonly failures: number;
}

export const knexMailWriter = (sql: Sql, seals: Seals): MailWriter => ({
  put: (realmId, mails, dueAt) =>
    insertRows(
      sql,
      "mail_queue",
      mails.map((mail) => ({
        ...{ realm_id: realmId, due_at: dueAt, sealed: seals.seal(JSON.stringify(mail)) },
      })),
    ),
});

/** Undefined for what was sealed under a secret that is no more: its links would open nothing either. */
const opened = (seals: Seals, sealed: string): Mail | undefined => {
  try {
    return JSON.parse(seals.open(sealed));
  } catch {
    return undefined;
  }
};

const remove = (sql: Sql, realmId: number, id: number): Promise<void> =>
  run(sql, "DELETE FROM mail_queue WHERE realm_id = ? AND id = ?", [realmId, id]);

/** Mails hold links that let people in, so the rows are sealed. */
export const knexMailQueue = (sql: Sql, seals: Seals): MailQueue => ({
  put: knexMailWriter(sql, seals).put,

  due: async (realmId, now, limit) => {
    const rows = await query<MailRow>(
      sql,
      "SELECT id, sealed, failures FROM mail_queue WHERE realm_id = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?",
      [realmId, now, limit],
    );
    const mails: QueuedMail[] = [];
    for (const { id, sealed, failures } of rows) {
      const mail = opened(seals, sealed);
      if (mail) mails.push({ id: String(id), failures, mail });
      else await remove(sql, realmId, id);
    }
    return mails;
  },

  remove: (realmId, id) => remove(sql, realmId, Number(id)),

  postpone: (realmId, id, dueAt) =>
    run(sql, "UPDATE mail_queue SET due_at = ?, failures = failures + 1 WHERE realm_id = ? AND id = ?", [
      ...[dueAt, realmId, Number(id)],
    ]),
});
