import type { Knex } from "knex";
import type { Clock } from "../../../application/ports/clock";
import type {
  OpenTransaction,
  RealmHead,
  RealmTransactions,
} from "../../../application/ports/realm-transactions";
import type { Seals } from "../../../application/ports/seals";
import type { LoggedEvent } from "../../../domain/event";
import type { JobOrder } from "../../../domain/job";
import { knexAttachmentReader } from "./attachment-reader";
import { knexCredentials } from "./credentials";
import { knexDirectConversations } from "./direct-conversations";
import { writeJobs } from "./job-writer";
import { knexMessageReader } from "./message-reader";
import { optimisticTransaction } from "./optimistic-transaction";
import { knexPersonalReader } from "./personal-reader";
import { project } from "./projections";
import { knexReadStateReader } from "./read-state-reader";
import { routed } from "./routed";
import { insertRows, query, type Sql, toRow } from "./rows";

interface HeadRow {
  readonly position: number;
  readonly message_id: number;
  readonly ids: RealmHead["ids"];
}

/** A transaction that holds the lock of the realm's head row. */
const openTransaction = (
  trx: Knex.Transaction,
  realmId: number,
  head: RealmHead,
  clock: Clock,
  seals: Seals,
): OpenTransaction => {
  let pending: LoggedEvent[] = [];
  const orders: JobOrder[] = [];
  let written = Promise.resolve();

  const write = async (): Promise<void> => {
    await writeJobs(trx, seals, realmId, orders.splice(0));
    if (pending.length === 0) return;
    const events = pending;
    pending = [];
    const loggedAt = clock.now();
    await insertRows(
      trx,
      "events",
      events.map(({ position, event }) => ({ realm_id: realmId, position, logged_at: loggedAt, event })),
    );
    await project(
      trx,
      realmId,
      events.map(({ event }) => event),
    );
  };

  /** One after the other, so that no read overtakes the rows that it is to see. */
  const flush = (): Promise<void> => {
    written = written.then(write);
    return written;
  };

  /** Reads are to see what was appended. */
  const afterFlush = <Reader extends object>(reader: Reader): Reader =>
    routed(reader, async () => {
      await flush();
      return reader;
    });

  return {
    realmId,
    head,
    messages: afterFlush(knexMessageReader(trx)),
    readStates: afterFlush(knexReadStateReader(trx)),
    directConversations: afterFlush(knexDirectConversations(trx)),
    personal: afterFlush(knexPersonalReader(trx)),
    attachments: afterFlush(knexAttachmentReader(trx)),
    credentials: afterFlush(knexCredentials(trx)),
    jobs: { enqueue: (...more) => orders.push(...more) },
    append: (event) => pending.push(event),
    flush,
    commit: async ({ position, messageId, ids }) => {
      await flush();
      if (position !== head.position || ids !== head.ids || messageId !== head.messageId)
        await trx.raw("UPDATE realm_heads SET position = ?, message_id = ?, ids = ? WHERE realm_id = ?", [
          position,
          messageId,
          JSON.stringify(ids),
          realmId,
        ]);
      await trx.commit();
    },
    rollback: async () => {
      if (!trx.isCompleted()) await trx.rollback();
    },
  };
};

const emptyHead: RealmHead = { position: 0, messageId: 0, ids: {} };

export const knexRealmTransactions = (db: Knex, clock: Clock, seals: Seals): RealmTransactions => {
  const heads = new Map<number, RealmHead>();

  const within = async <A>(open: (trx: Knex.Transaction) => Promise<A>): Promise<A> => {
    const trx = await db.transaction();
    try {
      return await open(trx);
    } catch (error) {
      await trx.rollback();
      throw error;
    }
  };

  const begin = (realmId: number): Promise<OpenTransaction> =>
    within(async (trx) => {
      const head = await readHead(trx, realmId, "FOR UPDATE");
      const locked = openTransaction(trx, realmId, head, clock, seals);
      return {
        ...locked,
        commit: async (next) => {
          await locked.commit(next);
          heads.set(realmId, next);
        },
      };
    });

  return {
    begin,

    beginOptimistic: async (realmId) => {
      const head = heads.get(realmId) ?? (await readHead(db, realmId));
      // Known again only when this one commits: whatever fails makes the next one look.
      heads.delete(realmId);
      return optimisticTransaction({
        db,
        realmId,
        head,
        clock,
        seals,
        begin,
        committed: (next) => heads.set(realmId, next),
      });
    },

    found: (subdomain, draft) =>
      within(async (trx) => {
        const [row] = await query<{ id: number }>(trx, "SELECT nextval('realms_id_seq') AS id", []);
        const realm = { ...draft(row?.id ?? 0), subdomain };
        await insertRows(trx, "realms", [toRow(realm)]);
        await insertRows(trx, "realm_heads", [
          { realm_id: realm.id, position: 0, message_id: 0, ids: {}, forgotten: 0 },
        ]);
        return { ...openTransaction(trx, realm.id, emptyHead, clock, seals), realm };
      }),
  };
};

const readHead = async (sql: Sql, realmId: number, lock = ""): Promise<RealmHead> => {
  const [row] = await query<HeadRow>(
    sql,
    `SELECT position, message_id, ids FROM realm_heads WHERE realm_id = ? ${lock}`,
    [realmId],
  );
  if (row === undefined) throw new Error(`There is no realm ${realmId}`);
  return { position: row.position, messageId: row.message_id, ids: row.ids };
};
