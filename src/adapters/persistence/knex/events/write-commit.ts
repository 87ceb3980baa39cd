import type { Commit, RecordedEvent } from "../../../../application/ports/events/event-store";
import type { Seals } from "../../../../application/ports/system/seals";
import type { RealmEvent } from "../../../../domain/events/event";
import { encodeLoggedEvent } from "../../../../domain/events/event-codec";
import type { RealmId } from "../../../../domain/ids";
import { encodeUndo } from "../../../../domain/state/state-change-codec";
import { commitInTwoPhases } from "../database/distribution";
import { insertRows, preparedQuery, run, type Sql } from "../database/rows";
import { insertPlainJobs, plainJobRows, writeJobs } from "../jobs/job-writer";
import { flagRows, messageRow } from "../messages/project-messages";
import { addingRead, isReadAdded, type ReadAdded, readRows } from "../messages/project-read-states";
import { writeAudit } from "../realm/audit-log";
import { writeSecret } from "../users/credentials";
import { project } from "./projections";
import { readHead } from "./realm-head";

type Sent = Extract<RealmEvent, { type: "message_sent" }>;

/** Where a commit goes, after which position, and when. */
interface Where {
  readonly realmId: RealmId;
  readonly expected: number;
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

/** How each kind of rows is inserted. `head` has no row if the realm has moved. */
const inserts = {
  message:
    "INSERT INTO messages SELECT r.* FROM head, json_populate_recordset(NULL::messages, CAST(:messageRows AS json)) r",
  mark: "INSERT INTO message_marks SELECT r.* FROM head, json_populate_recordset(NULL::message_marks, CAST(:markRows AS json)) r",
  read: `INSERT INTO read_states SELECT r.* FROM head, json_populate_recordset(NULL::read_states, CAST(:readRows AS json)) r
    ${addingRead}`,
  job: insertPlainJobs("head, json_populate_recordset(NULL::jobs, CAST(:jobRows AS json)) j"),
};

type Kind = keyof typeof inserts;

/** Moves the realm's head, which locks the realm, and inserts events and rows of some kinds, if the realm is still at `:expected`. */
const appendText = (kinds: readonly Kind[]): string => `
  WITH head AS (
    UPDATE realm_heads SET position = :position, message_id = :messageId, ids = :ids,
      oldest_at = coalesce(oldest_at, CAST(:oldestAt AS bigint))
    WHERE realm_id = :realmId AND position = :expected RETURNING realm_id
  ), logged AS (
    INSERT INTO events SELECT e.* FROM head, json_populate_recordset(NULL::events, CAST(:eventRows AS json)) e
  )${kinds.map((kind) => `, inserted_${kind} AS (${inserts[kind]})`).join("")}
  SELECT true AS appended FROM head`;

/** The texts by name. Each is made once, because every send needs one. */
const appendTexts = new Map<string, string>();

/** Runs such a statement. Returns whether the realm was still at `expected`. */
const appendUnlessMoved = async (
  sql: Sql,
  where: Where,
  commit: Commit,
  rows: Readonly<Partial<Record<Kind, readonly object[]>>> = {},
): Promise<boolean> => {
  const kinds = (["message", "mark", "read", "job"] as const).filter((kind) => (rows[kind] ?? []).length > 0);
  const name = ["insert_event", ...kinds].join("_");
  const text = appendTexts.get(name) ?? appendText(kinds);
  appendTexts.set(name, text);
  const [row] = await preparedQuery<{ appended: boolean }>(sql, name, text, {
    ...headBindings(where, commit),
    ids: JSON.stringify(commit.head.ids),
    ...Object.fromEntries(kinds.map((kind) => [`${kind}Rows`, JSON.stringify(rows[kind])])),
  });
  return row !== undefined;
};

/** When the oldest event was logged, if the realm had none. */
const oldestAt = ({ loggedAt }: Where, { events }: Commit): number | null =>
  events.length > 0 ? loggedAt : null;

const headBindings = (where: Where, commit: Commit) => ({
  realmId: where.realmId,
  expected: where.expected,
  position: commit.head.position,
  messageId: commit.head.messageId,
  oldestAt: oldestAt(where, commit),
  eventRows: JSON.stringify(commit.events.map((one) => eventRow(where, one))),
});

/** Citus can't insert in WITH queries, so it takes a statement for each table. */
const appendOnCitus = async (sql: Sql, where: Where, commit: Commit): Promise<boolean> => {
  const { realmId, expected } = where;
  const { events, head } = commit;
  if ((await readHead(sql, realmId, "FOR UPDATE")).position !== expected) return false;
  await insertRows(
    sql,
    "events",
    realmId,
    events.map((one) => eventRow(where, one)),
  );
  await run(
    sql,
    `UPDATE realm_heads SET position = ?, message_id = ?, ids = ?, oldest_at = coalesce(oldest_at, ?::bigint)
     WHERE realm_id = ?`,
    [head.position, head.messageId, JSON.stringify(head.ids), oldestAt(where, commit), realmId],
  );
  return true;
};

/** Writes everything in a transaction. False if the realm was no longer at `expected`. */
export const writeCommit = async (
  sql: Sql,
  seals: Seals,
  where: Where,
  commit: Commit,
  isCitus: boolean,
): Promise<boolean> => {
  const { realmId } = where;
  const isAppended = await (isCitus ? appendOnCitus : appendUnlessMoved)(sql, where, commit);
  if (!isAppended) return false;
  await project(
    sql,
    realmId,
    commit.events.map(({ event }) => event),
  );
  for (const secret of commit.secrets) await writeSecret(sql, realmId, secret);
  await writeAudit(sql, where, commit.audit);
  if (isCitus && commit.jobs.length > 0) await commitInTwoPhases(sql);
  await writeJobs(sql, seals, realmId, commit.jobs);
  return true;
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
  const read = events.flatMap(({ event }) => (isReadAdded(event) ? [event] : []));
  if (messages.length + read.length < events.length) return undefined;
  const marks = messages.flatMap(({ message, flagsByUser }) => flagRows(realmId, message.id, flagsByUser));
  const jobRows = plainJobRows(seals, realmId, jobs);
  return jobRows && { messages, read, marks, jobs: jobRows };
};

/** On Citus, a function inserts messages where the realm's rows are. It can't insert anything else. */
export const holdsOnlyMessages = ({ read, marks, jobs }: PlainCommit): boolean =>
  read.length + marks.length + jobs.length === 0;

/** `appendUnlessMoved` for messages, as a call of a function that Citus runs where the realm's rows are. */
const callToInsert = `SELECT append_messages(CAST(:realmId AS integer), :expected, :position, :messageId, :oldestAt,
  CAST(:eventRows AS json), CAST(:messageRows AS json)) AS appended`;

/** Writes a plain commit in one statement. False if the realm was no longer at `expected`. */
export const writePlainCommit = async (
  sql: Sql,
  where: Where,
  commit: Commit,
  { messages, read, marks, jobs }: PlainCommit,
  isCitus: boolean,
): Promise<boolean> => {
  const { realmId } = where;
  const message = messages.map((event) => messageRow(realmId, event));
  if (!isCitus)
    return appendUnlessMoved(sql, where, commit, {
      message,
      mark: marks,
      read: readRows(realmId, read),
      job: jobs,
    });
  const [row] = await preparedQuery<{ appended: boolean }>(sql, "append_messages", callToInsert, {
    ...headBindings(where, commit),
    messageRows: JSON.stringify(message),
  });
  return row?.appended ?? false;
};
