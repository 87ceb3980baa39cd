import * as E from "fp-ts/Either";
import type { Knex } from "knex";
import type {
  Commit,
  CommitSlot,
  EventStore,
  Moved,
  RealmHead,
  Refused,
} from "../../../../application/ports/events/event-store";
import type { Clock } from "../../../../application/ports/system/clock";
import type { Seals } from "../../../../application/ports/system/seals";
import { stored } from "../../../../domain/codec/stored";
import type { RealmId } from "../../../../domain/ids";
import { realmCodec } from "../../../../domain/realm/realm";
import type { Acquisition, RealmOwnership } from "../../../wakeup/realm-ownership";
import type { RealmCalls } from "../../breakers/realm-calls";
import { beginTransaction } from "../database/begin-transaction";
import { isOnCitus } from "../database/by-realm";
import { Contention } from "../database/contention";
import { keepFromIdling } from "../database/keep-from-idling";
import { isRefusal } from "../database/refusal";
import { preparedQuery, query, run, toRow } from "../database/rows";
import { readHead } from "./realm-head";
import { holdsOnlyMessages, plainCommit, writeCommit, writePlainCommit } from "./write-commit";

const moved: E.Either<Moved | Refused, void> = E.left({ kind: "moved" });

/** For a process that is alone. */
const soleOwnership: RealmOwnership = { acquire: async () => ({ kind: "own" }), release: () => {} };

/** Calls of a database that answers for all realms or for none. */
const directCalls: RealmCalls = {
  require: async () => {},
  call: (_realmId, make) => make(),
  callOnHeld: (_realmId, make) => make(),
};

const isEmpty = ({ events, secrets, audit, jobs }: Commit): boolean =>
  events.length + secrets.length + audit.length + jobs.length === 0;

/**
 * Commits. Knex's promise resolves even where COMMIT failed with its connection; the execution promise
 * rejects.
 */
const committed = async (trx: Knex.Transaction): Promise<void> => {
  await trx.commit();
  await trx.executionPromise;
};

/**
 * Commits optimistically: a slot opens at the head this node knows, without a query, and a commit writes only if the
 * head is unchanged. While nodes compete for a realm, each locks it before deciding, so that no decision is wasted.
 */
export const knexEventStore = (
  db: Knex,
  clock: Clock,
  seals: Seals,
  ownership: RealmOwnership = soleOwnership,
  calls: RealmCalls = directCalls,
): EventStore => {
  const heads = new Map<RealmId, RealmHead>();
  const contention = new Contention(clock);
  const where = (realmId: RealmId, expected: number) => ({ realmId, expected, loggedAt: clock.now() });

  const remember = (realmId: RealmId, head: RealmHead): void => {
    heads.delete(realmId);
    heads.set(realmId, head);
    const [oldest] = heads.keys();
    if (heads.size > mostHeads && oldest !== undefined) heads.delete(oldest);
  };

  /** Writes in a transaction, if the realm is still at `expected`, and ends the transaction. */
  const writeIn = async (
    trx: Knex.Transaction,
    realmId: RealmId,
    expected: number,
    commit: Commit,
    isCitus: boolean,
  ): Promise<E.Either<Moved | Refused, void>> => {
    try {
      if (!(await writeCommit(trx, seals, where(realmId, expected), commit, isCitus))) {
        await trx.rollback();
        return moved;
      }
    } catch (error) {
      await trx.rollback().catch(() => undefined);
      if (isRefusal(error)) return E.left({ kind: "refused", error });
      throw error;
    }
    await committed(trx);
    return E.right(undefined);
  };

  const isStillAt = async (realmId: RealmId, position: number): Promise<boolean> => {
    const text = "SELECT FROM realm_heads WHERE realm_id = :realmId AND position = :position";
    return (await preparedQuery(db, "realm_at", text, { realmId, position })).length > 0;
  };

  /** Begins a transaction that holds the realm's lock, at the current head. */
  const lockRealm = async (realmId: RealmId): Promise<{ trx: Knex.Transaction; head: RealmHead }> => {
    const trx = await beginTransaction(db);
    try {
      return { trx, head: await readHead(trx, realmId, "FOR UPDATE") };
    } catch (error) {
      await trx.rollback().catch(() => undefined);
      throw error;
    }
  };

  const optimisticSlot = (realmId: RealmId, head: RealmHead): CommitSlot => {
    const write = async (commit: Commit): Promise<E.Either<Moved | Refused, void>> => {
      if (isEmpty(commit)) return (await isStillAt(realmId, head.position)) ? E.right(undefined) : moved;
      const isCitus = await isOnCitus(db);
      const plain = plainCommit(seals, realmId, commit);
      if (plain === undefined || (isCitus && !holdsOnlyMessages(plain)))
        return writeIn(await beginTransaction(db), realmId, head.position, commit, isCitus);
      try {
        return (await writePlainCommit(db, where(realmId, head.position), commit, plain, isCitus))
          ? E.right(undefined)
          : moved;
      } catch (error) {
        if (isRefusal(error)) return E.left({ kind: "refused", error });
        throw error;
      }
    };
    return {
      head,
      append: async (commit) => {
        // Cached again only when this commit succeeds: after a failure, the next slot reads the head from the database.
        heads.delete(realmId);
        const written = await calls.call(realmId, () => write(commit));
        if (E.isRight(written)) remember(realmId, commit.head);
        else if (written.left.kind === "moved") contention.noticed(realmId);
        return written;
      },
      release: async () => {
        heads.delete(realmId);
      },
    };
  };

  const lockedSlot = async (realmId: RealmId): Promise<CommitSlot> => {
    const known = heads.get(realmId);
    const isCitus = await isOnCitus(db);
    const { trx, head } = await calls.call(realmId, () => lockRealm(realmId));
    const rollback = () => trx.rollback();
    // Decisions may read for longer than a transaction may be idle.
    const stopBeating = keepFromIdling(trx, { longest: longestDecision });
    if (known === undefined || known.position !== head.position) contention.noticed(realmId);
    return {
      head,
      append: async (commit) => {
        stopBeating();
        if (!isEmpty(commit)) {
          const written = await calls.callOnHeld(realmId, () =>
            writeIn(trx, realmId, head.position, commit, isCitus),
          );
          if (E.isRight(written)) remember(realmId, commit.head);
          return written;
        }
        // If the connection still answers, the lock was held throughout.
        await query(trx, "SELECT", []).finally(rollback);
        remember(realmId, head);
        return E.right(undefined);
      },
      release: async () => {
        stopBeating();
        await rollback();
      },
    };
  };

  const openSlot = async (realmId: RealmId, seen: number, acquired: Acquisition): Promise<CommitSlot> => {
    if (acquired.kind === "handed") {
      // The node that handed the realm to this one waits to get it back, so nobody has to hold the lock.
      contention.over(realmId);
      if (acquired.head !== undefined && acquired.head.position >= seen)
        return optimisticSlot(realmId, acquired.head);
    }
    if (acquired.kind === "unanswered" || contention.isOn(realmId)) return lockedSlot(realmId);
    const known = heads.get(realmId);
    if (known !== undefined && known.position >= seen) return optimisticSlot(realmId, known);
    return optimisticSlot(realmId, await calls.call(realmId, () => readHead(db, realmId)));
  };

  /** Wraps a slot so that, however it ends, the next node may have the realm. */
  const slotReleasingOwnership = (realmId: RealmId, slot: CommitSlot): CommitSlot => {
    const end = () => ownership.release(realmId, heads.get(realmId));
    return {
      head: slot.head,
      append: (commit) => slot.append(commit).finally(end),
      release: () => slot.release().finally(end),
    };
  };

  return {
    begin: async (realmId, seen) => {
      await calls.require(realmId);
      const acquired = await ownership.acquire(realmId);
      try {
        return slotReleasingOwnership(realmId, await openSlot(realmId, seen, acquired));
      } catch (error) {
        ownership.release(realmId, undefined);
        throw error;
      }
    },

    create: async (draft, commitOf) => {
      const isCitus = await isOnCitus(db);
      const trx = await beginTransaction(db);
      try {
        const [row] = await query<{ id: number }>(trx, "SELECT nextval('realms_id_seq') AS id", []);
        const realm = draft(row?.id ?? 0);
        const values = toRow(stored(realmCodec, realm));
        const columns = Object.keys(values);
        // Waits for another transaction that creates a realm there.
        const [free] = await query(
          trx,
          `INSERT INTO realms (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
           ON CONFLICT (subdomain) DO NOTHING RETURNING id`,
          Object.values(values),
        );
        if (free === undefined) {
          await trx.rollback();
          return undefined;
        }
        await run(
          trx,
          "INSERT INTO realm_heads (realm_id, position, message_id, ids, forgotten) VALUES (?, 0, 0, '{}', 0)",
          [realm.id],
        );
        await writeCommit(trx, seals, where(realm.id, 0), commitOf(realm), isCitus);
        await committed(trx);
        return realm;
      } catch (error) {
        await trx.rollback().catch(() => undefined);
        throw error;
      }
    },
  };
};

/** Milliseconds after which a decision that still hasn't ended loses the realm's lock. */
const longestDecision = 30_000;
/** Caches the heads of this many recently changed realms. */
const mostHeads = 10_000;
