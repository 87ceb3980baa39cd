import type { Commit, RecordedEvent } from "../../../../application/ports/events/event-store";
import type { Seals } from "../../../../application/ports/system/seals";
import type { RealmEvent } from "../../../../domain/events/event";
import { encodeLoggedEvent } from "../../../../domain/events/event-codec";
import type { RealmId } from "../../../../domain/ids";
import { encodeUndo } from "../../../../domain/state/state-change-codec";
import { isOnCitus } from "../database/by-realm";
import { insertRows, preparedQuery, run, type Sql } from "../database/rows";
import { insertPlainJobs, plainJobRows, writeJobs } from "../jobs/job-writer";
import { flagRows, messageRow } from "../messages/project-messages";
import { addingRead, isReading, type ReadAdded, readRows } from "../messages/project-read-states";
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

/** A message that needs only its own row, its flags' and its event's, and no other ids. */
const plainMessage = ({ event }: RecordedEvent): Sent | undefined =>
  event.type === "message_sent" &&
  !event.beginsConversation &&
  event.readBy === undefined &&
  event.message.submessages.length === 0
    ? event
    : undefined;

/** A commit that one statement of inserts can write. */
interface PlainCommit {
  readonly messages: readonly Sent[];
  readonly read: readonly ReadAdded[];
  /** Rows of flags and of jobs. */
  readonly marks: readonly object[];
  readonly jobs: readonly object[];
}

/** The plain commit, if it holds only plain messages, what people have read, and new jobs; otherwise undefined. */
export const plainCommit = (
  seals: Seals,
  realmId: RealmId,
  { events, secrets, audit, jobs }: Commit,
): PlainCommit | undefined => {
  if (events.length === 0 || secrets.length + audit.length > 0) return undefined;
  const messages = events.flatMap((one) => plainMessage(one) ?? []);
  const read = events.flatMap(({ event }) => (isReading(event) ? [event] : []));
  if (messages.length + read.length < events.length) return undefined;
  const marks = messages.flatMap(({ message, flagsByUser }) => flagRows(realmId, message.id, flagsByUser));
  const jobRows = plainJobRows(seals, realmId, jobs);
  return jobRows && { messages, read, marks, jobs: jobRows };
};

/** On Citus, a function inserts messages where the realm's rows are. It can't insert anything else. */
export const isWrittenOnCitus = ({ read, marks, jobs }: PlainCommit): boolean =>
  read.length + marks.length + jobs.length === 0;

/** How each kind of rows is inserted. `head` has no row if the realm has moved. */
const inserts = {
  message:
    "INSERT INTO messages SELECT r.* FROM head, json_populate_recordset(NULL::messages, CAST(:messageRows AS json)) r",
  mark: "INSERT INTO message_marks SELECT r.* FROM head, json_populate_recordset(NULL::message_marks, CAST(:markRows AS json)) r",
  read: `INSERT INTO read_states SELECT r.* FROM head, json_populate_recordset(NULL::read_states, CAST(:readRows AS json)) r
    ${addingRead}`,
  job: insertPlainJobs("head, json_populate_recordset(NULL::jobs, CAST(:jobRows AS json)) j"),
};

/** A statement that inserts rows of some kinds with their events, unless the realm has moved. */
const insertUnlessMoved = (kinds: readonly (keyof typeof inserts)[]): string => `
  WITH head AS (
    UPDATE realm_heads SET position = :position, message_id = :messageId,
      oldest_at = coalesce(oldest_at, CAST(:loggedAt AS bigint))
    WHERE realm_id = :realmId AND position = :expected RETURNING realm_id
  ), logged AS (
    INSERT INTO events SELECT e.* FROM head, json_populate_recordset(NULL::events, CAST(:eventRows AS json)) e
  )${kinds.map((kind) => `, inserted_${kind} AS (${inserts[kind]})`).join("")}
  SELECT true AS appended FROM head`;

/**
 * `insertUnlessMoved` for messages as one call of a function, which Citus runs where the realm's rows are: Citus can't insert in
 * WITH queries.
 */
const callToInsert = `SELECT append_messages(CAST(:realmId AS integer), :expected, :position, :messageId, :loggedAt,
  CAST(:eventRows AS json), CAST(:messageRows AS json)) AS appended`;

/** Writes a plain commit in one statement. False if the realm was no longer at `expected`. */
export const writePlainCommit = async (
  sql: Sql,
  where: Where,
  expected: number,
  { events, head }: Commit,
  { messages, read, marks, jobs }: PlainCommit,
): Promise<boolean> => {
  const { realmId } = where;
  const rows = {
    message: messages.map((event) => messageRow(realmId, event)),
    mark: marks,
    read: readRows(realmId, read),
    job: jobs,
  };
  const kinds = (["message", "mark", "read", "job"] as const).filter((kind) => rows[kind].length > 0);
  const [name, text] = (await isOnCitus(sql))
    ? ["append_messages", callToInsert]
    : [`insert_${kinds.join("_")}`, insertUnlessMoved(kinds)];
  const [row] = await preparedQuery<{ appended: boolean }>(sql, name, text, {
    realmId,
    loggedAt: where.loggedAt,
    expected,
    position: head.position,
    messageId: head.messageId,
    eventRows: JSON.stringify(events.map((one) => eventRow(where, one))),
    ...Object.fromEntries(kinds.map((kind) => [`${kind}Rows`, JSON.stringify(rows[kind])])),
  });
  return row?.appended ?? false;
};
