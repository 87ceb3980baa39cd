import type { Commit, RecordedEvent } from "../../../application/ports/event-store";
import type { Seals } from "../../../application/ports/seals";
import type { RealmEvent } from "../../../domain/event";
import { encodeEvent } from "../../../domain/event-codec";
import { writeSecret } from "./credentials";
import { knexMailWriter } from "./mail-queue";
import { messageRow } from "./project-messages";
import { project } from "./projections";
import { insertRows, query, run, type Sql } from "./rows";

type Sent = Extract<RealmEvent, { type: "message_sent" }>;

/** Where a commit goes, and when. */
interface Where {
  readonly realmId: number;
  /** Unix milliseconds. */
  readonly loggedAt: number;
}

const eventRow = ({ realmId, loggedAt }: Where, { position, event, undo }: RecordedEvent) => ({
  realm_id: realmId,
  position,
  logged_at: loggedAt,
  event: encodeEvent(event),
  undo: undo.length > 0 ? undo : null,
});

/** Writes everything in a transaction that holds the realm's lock. */
export const writeCommit = async (
  sql: Sql,
  seals: Seals,
  where: Where,
  { events, head, secrets, mails }: Commit,
): Promise<void> => {
  const { realmId, loggedAt } = where;
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
  await knexMailWriter(sql, seals).put(realmId, mails, loggedAt);
  await run(sql, "UPDATE realm_heads SET position = ?, message_id = ?, ids = ? WHERE realm_id = ?", [
    head.position,
    head.messageId,
    JSON.stringify(head.ids),
    realmId,
  ]);
};

/** A message that needs no rows besides its own and its event's, and no ids of other things. */
const plainMessage = ({ event }: RecordedEvent): Sent | undefined =>
  event.type === "message_sent" &&
  !event.beginsConversation &&
  event.botCalls === undefined &&
  Object.keys(event.marks).length === 0 &&
  event.message.submessages.length === 0
    ? event
    : undefined;

/** The messages of a commit that holds nothing but plain ones; undefined for any other commit. */
export const plainMessages = ({ events, secrets, mails }: Commit): readonly Sent[] | undefined => {
  if (events.length === 0 || secrets.length > 0 || mails.length > 0) return undefined;
  const plain = events.flatMap((one) => plainMessage(one) ?? []);
  return plain.length === events.length ? plain : undefined;
};

const insertUnlessMoved = `
  WITH head AS (
    UPDATE realm_heads SET position = :position, message_id = :messageId
    WHERE realm_id = :realmId AND position = :expected RETURNING realm_id
  ), logged AS (
    INSERT INTO events SELECT e.* FROM head, json_populate_recordset(NULL::events, CAST(:eventRows AS json)) e
  ), sent AS (
    INSERT INTO messages SELECT m.* FROM head, json_populate_recordset(NULL::messages, CAST(:messageRows AS json)) m
  )
  SELECT realm_id FROM head`;

/** Writes a commit of plain messages in one statement. False where the realm was no longer at `expected`. */
export const writePlainMessages = async (
  sql: Sql,
  where: Where,
  expected: number,
  { events, head }: Commit,
  messages: readonly Sent[],
): Promise<boolean> => {
  const rows = await query<unknown>(sql, insertUnlessMoved, {
    realmId: where.realmId,
    expected,
    position: head.position,
    messageId: head.messageId,
    eventRows: JSON.stringify(events.map((one) => eventRow(where, one))),
    messageRows: JSON.stringify(messages.map((event) => messageRow(where.realmId, event))),
  });
  return rows.length > 0;
};
