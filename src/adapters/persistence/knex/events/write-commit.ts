import type { Commit, RecordedEvent } from "../../../../application/ports/events/event-store";
import type { Seals } from "../../../../application/ports/system/seals";
import type { RealmEvent } from "../../../../domain/events/event";
import { encodeLoggedEvent } from "../../../../domain/events/event-codec";
import type { RealmId } from "../../../../domain/ids";
import { encodeUndo } from "../../../../domain/state/state-change-codec";
import { isOnCitus } from "../database/by-realm";
import { insertRows, preparedQuery, run, type Sql } from "../database/rows";
import { insertPlainJobs, plainJobRows, writeJobs } from "../jobs/job-writer";
import { messageRow } from "../messages/project-messages";
import { writeAudit } from "../realm/audit-log";
import { writeSecret } from "../users/credentials";
import { project } from "./projections";

type Sent = Extract<RealmEvent, { type: "message_sent" }>;

/** Where a commit goes, and when. */
interface Where {
  readonly realmId: RealmId;
  /** Unix milliseconds. */
  readonly loggedAt: number;
}

const eventRow = ({ realmId, loggedAt }: Where, { position, event, undo }: RecordedEvent) => ({
  realm_id: realmId,
  position,
  logged_at: loggedAt,
  event: encodeLoggedEvent(event),
  undo: undo.length > 0 ? encodeUndo(undo) : null,
});

/** Writes everything in a transaction that holds the realm's lock. */
export const writeCommit = async (
  sql: Sql,
  seals: Seals,
  where: Where,
  { events, head, secrets, audit, jobs }: Commit,
): Promise<void> => {
  const { realmId } = where;
  await insertRows(
    sql,
    "events",
    events.map((one) => eventRow(where, one)),
  );
  await project(
    sql,
    realmId,
    events.map(({ event }) => event),
  );
  for (const secret of secrets) await writeSecret(sql, realmId, secret);
  await writeAudit(sql, where, audit);
  await writeJobs(sql, seals, realmId, jobs);
  await run(
    sql,
    `UPDATE realm_heads SET position = ?, message_id = ?, ids = ?, oldest_at = coalesce(oldest_at, ?::bigint)
     WHERE realm_id = ?`,
    [
      head.position,
      head.messageId,
      JSON.stringify(head.ids),
      events.length > 0 ? where.loggedAt : null,
      realmId,
    ],
  );
};

/** A message that needs only its own row and its event's, and no other ids. */
const plainMessage = ({ event }: RecordedEvent): Sent | undefined =>
  event.type === "message_sent" &&
  !event.beginsConversation &&
  Object.keys(event.flagsByUser).length === 0 &&
  event.readBy === undefined &&
  event.message.submessages.length === 0
    ? event
    : undefined;

/** A commit that one statement of inserts can write. */
interface PlainCommit {
  readonly messages: readonly Sent[];
  /** Rows of jobs. */
  readonly jobs: readonly object[];
}

/** The plain commit, if it holds only plain messages and new jobs; otherwise undefined. */
export const plainCommit = (
  seals: Seals,
  realmId: RealmId,
  { events, secrets, audit, jobs }: Commit,
): PlainCommit | undefined => {
  if (events.length === 0 || secrets.length + audit.length > 0) return undefined;
  const messages = events.flatMap((one) => plainMessage(one) ?? []);
  const jobRows = plainJobRows(seals, realmId, jobs);
  return messages.length === events.length && jobRows ? { messages, jobs: jobRows } : undefined;
};

const insertUnlessMoved = (more = ""): string => `
  WITH head AS (
    UPDATE realm_heads SET position = :position, message_id = :messageId,
      oldest_at = coalesce(oldest_at, CAST(:loggedAt AS bigint))
    WHERE realm_id = :realmId AND position = :expected RETURNING realm_id
  ), logged AS (
    INSERT INTO events SELECT e.* FROM head, json_populate_recordset(NULL::events, CAST(:eventRows AS json)) e
  ), sent AS (
    INSERT INTO messages SELECT m.* FROM head, json_populate_recordset(NULL::messages, CAST(:messageRows AS json)) m
  )${more}
  SELECT true AS appended FROM head`;

const insertMessages = insertUnlessMoved();
const jobsOfHead = insertPlainJobs("head, json_populate_recordset(NULL::jobs, CAST(:jobRows AS json)) j");
/**
 * `insertMessages` as one call of a function, which Citus runs where the realm's rows are: Citus can't insert in WITH
 * queries.
 */
const callToInsert = `SELECT append_messages(CAST(:realmId AS integer), :expected, :position, :messageId, :loggedAt,
  CAST(:eventRows AS json), CAST(:messageRows AS json)) AS appended`;
const insertMessagesAndJobs = insertUnlessMoved(`, asked AS (${jobsOfHead})`);

/** Writes a plain commit in one statement; on Citus, one without jobs. False if the realm was no longer at `expected`. */
export const writePlainCommit = async (
  sql: Sql,
  where: Where,
  expected: number,
  { events, head }: Commit,
  { messages, jobs }: PlainCommit,
): Promise<boolean> => {
  const [name, text] =
    jobs.length > 0
      ? ["insert_messages_and_jobs", insertMessagesAndJobs]
      : (await isOnCitus(sql))
        ? ["append_messages", callToInsert]
        : ["insert_messages", insertMessages];
  const [row] = await preparedQuery<{ appended: boolean }>(sql, name, text, {
    realmId: where.realmId,
    loggedAt: where.loggedAt,
    expected,
    position: head.position,
    messageId: head.messageId,
    eventRows: JSON.stringify(events.map((one) => eventRow(where, one))),
    messageRows: JSON.stringify(messages.map((event) => messageRow(where.realmId, event))),
    ...(jobs.length > 0 && { jobRows: JSON.stringify(jobs) }),
  });
  return row?.appended ?? false;
};
