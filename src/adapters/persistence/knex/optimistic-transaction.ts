import type { Knex } from "knex";
import type { Clock } from "../../../application/ports/clock";
import {
  HeadMoved,
  type OpenTransaction,
  type RealmHead,
} from "../../../application/ports/realm-transactions";
import type { Seals } from "../../../application/ports/seals";
import type { LoggedEvent, RealmEvent } from "../../../domain/event";
import type { JobOrder } from "../../../domain/job";
import { knexAttachmentReader } from "./attachment-reader";
import { knexCredentials } from "./credentials";
import { knexDirectConversations } from "./direct-conversations";
import { insertPlainJobs, plainJobRows } from "./job-writer";
import { knexMessageReader } from "./message-reader";
import { knexPersonalReader } from "./personal-reader";
import { messageRow } from "./project-messages";
import { knexReadStateReader } from "./read-state-reader";
import { routed } from "./routed";
import { query } from "./rows";

interface Options {
  readonly db: Knex;
  readonly realmId: number;
  readonly head: RealmHead;
  readonly clock: Clock;
  readonly seals: Seals;
  readonly begin: (realmId: number) => Promise<OpenTransaction>;
  readonly committed: (head: RealmHead) => void;
}

type Sent = Extract<RealmEvent, { type: "message_sent" }>;

/** A message that needs no rows besides its own and its event's, and no ids of other things. */
const isPlain = (event: RealmEvent): event is Sent =>
  event.type === "message_sent" &&
  !event.beginsConversation &&
  Object.keys(event.marks).length === 0 &&
  event.message.submessages.length === 0;

/** Whether PostgreSQL refused the data (class 22) or their keys (23): then nothing was committed. */
const isRefusal = (error: { readonly code?: unknown }): boolean =>
  typeof error.code === "string" && /^2[23]...$/.test(error.code);

const insertUnlessMoved = (more = ""): string => `
  WITH head AS (
    UPDATE realm_heads SET position = :position, message_id = :messageId
    WHERE realm_id = :realmId AND position = :expected RETURNING realm_id
  ), logged AS (
    INSERT INTO events SELECT e.* FROM head, json_populate_recordset(NULL::events, CAST(:eventRows AS json)) e
  ), sent AS (
    INSERT INTO messages SELECT m.* FROM head, json_populate_recordset(NULL::messages, CAST(:messageRows AS json)) m
  )${more}
  SELECT realm_id FROM head`;

const insertMessages = insertUnlessMoved();
const jobsOfHead = insertPlainJobs("head, json_populate_recordset(NULL::jobs, CAST(:jobRows AS json)) j");
const insertMessagesAndJobs = insertUnlessMoved(`, asked AS (${jobsOfHead})`);

/**
 * A transaction that takes the lock only when it must. Reads before anything is appended go to the pool: what
 * they saw is sound if the head is still the same in the end, for every change of the realm moves it.
 */
export const optimisticTransaction = ({
  db,
  realmId,
  head,
  clock,
  seals,
  begin,
  committed,
}: Options): OpenTransaction => {
  const pending: LoggedEvent[] = [];
  const orders: JobOrder[] = [];
  let locked: OpenTransaction | undefined;
  let locking: Promise<OpenTransaction> | undefined;

  const takeLock = async (): Promise<OpenTransaction> => {
    const fresh = await begin(realmId);
    if (fresh.head.position !== head.position) {
      await fresh.rollback();
      throw new HeadMoved();
    }
    for (const event of pending.splice(0)) fresh.append(event);
    fresh.jobs.enqueue(...orders.splice(0));
    locked = fresh;
    return fresh;
  };

  /** Once, whoever asks meanwhile: a second lock would wait for the first for ever. */
  const lock = (): Promise<OpenTransaction> => {
    locking ??= takeLock();
    return locking;
  };

  /** The reader on the pool, until something was appended that it would not see. */
  const reader = <Reader extends object>(pooled: Reader, inside: (tx: OpenTransaction) => Reader): Reader =>
    routed(pooled, async () => (locking || pending.length > 0 ? inside(await lock()) : pooled));

  /** The rows of the jobs, if one statement will do for everything; undefined where it takes the lock. */
  const plainJobs = (): readonly object[] | undefined => {
    const isPlainWork = locking === undefined && pending.every(({ event }) => isPlain(event));
    // Without an event the head stays, which is what the one statement goes by.
    if (!isPlainWork || (pending.length === 0 && orders.length > 0)) return undefined;
    return plainJobRows(seals, realmId, orders);
  };

  const commitPlain = async (next: RealmHead, jobRows: readonly object[]): Promise<void> => {
    const loggedAt = clock.now();
    const rows = await query<unknown>(db, jobRows.length > 0 ? insertMessagesAndJobs : insertMessages, {
      realmId,
      expected: head.position,
      position: next.position,
      messageId: next.messageId,
      eventRows: JSON.stringify(
        pending.map(({ position, event }) => ({ realm_id: realmId, position, logged_at: loggedAt, event })),
      ),
      messageRows: JSON.stringify(
        pending.flatMap(({ event }) => (isPlain(event) ? [messageRow(realmId, event)] : [])),
      ),
      ...(jobRows.length > 0 && { jobRows: JSON.stringify(jobRows) }),
    }).catch((error) => {
      // Under the lock the lane finds out whose row it was.
      if (isRefusal(error)) throw new HeadMoved();
      throw error;
    });
    if (rows.length === 0) throw new HeadMoved();
  };

  const mustNotHaveMoved = async (): Promise<void> => {
    const rows = await query(db, "SELECT FROM realm_heads WHERE realm_id = ? AND position = ?", [
      realmId,
      head.position,
    ]);
    if (rows.length === 0) throw new HeadMoved();
  };

  return {
    realmId,
    head,
    messages: reader(knexMessageReader(db), (tx) => tx.messages),
    readStates: reader(knexReadStateReader(db), (tx) => tx.readStates),
    directConversations: reader(knexDirectConversations(db), (tx) => tx.directConversations),
    personal: reader(knexPersonalReader(db), (tx) => tx.personal),
    attachments: reader(knexAttachmentReader(db), (tx) => tx.attachments),
    credentials: {
      passwordHash: reader(knexCredentials(db), (tx) => tx.credentials).passwordHash,
      callToken: reader(knexCredentials(db), (tx) => tx.credentials).callToken,
      setPasswordHash: async (...change) => (await lock()).credentials.setPasswordHash(...change),
      setCallToken: async (...change) => (await lock()).credentials.setCallToken(...change),
    },
    jobs: { enqueue: (...more) => (locked ? locked.jobs.enqueue(...more) : orders.push(...more)) },
    append: (event) => (locked ? locked.append(event) : pending.push(event)),
    flush: async () => {
      if (plainJobs() === undefined) await (await lock()).flush();
    },
    commit: async (next) => {
      const jobRows = plainJobs();
      if (jobRows === undefined) await (await lock()).commit(next);
      else if (pending.length > 0) await commitPlain(next, jobRows);
      else await mustNotHaveMoved();
      committed(next);
    },
    rollback: async () => {
      const taken = await locking?.catch(() => undefined);
      await taken?.rollback();
    },
  };
};
