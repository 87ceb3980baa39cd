import type { Knex } from "knex";
import type { MailedMarks } from "../../../../application/ports/mail/mailed-marks";
import type { JobId, MessageId } from "../../../../domain/ids";
import { insertRows, query } from "../database/rows";

interface MarkRow {
  readonly up_to: MessageId;
  readonly after: MessageId;
  readonly job_id: JobId;
}

export const knexMailedMarks = (db: Knex): MailedMarks => ({
  find: async (realmId, userId) => {
    const [row] = await query<MarkRow>(
      db,
      "SELECT up_to, after, job_id FROM mailed_marks WHERE realm_id = ? AND user_id = ?",
      [realmId, userId],
    );
    return row && { upTo: row.up_to, after: row.after, jobId: row.job_id };
  },

  set: (realmId, userId, { upTo, after, jobId }) =>
    insertRows(
      db,
      "mailed_marks",
      realmId,
      [{ user_id: userId, up_to: upTo, after, job_id: jobId }],
      `ON CONFLICT (realm_id, user_id) DO UPDATE SET
         up_to = excluded.up_to, after = excluded.after, job_id = excluded.job_id`,
    ),
});
