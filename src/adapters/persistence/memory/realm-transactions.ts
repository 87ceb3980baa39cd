import type { Clock } from "../../../application/ports/clock";
import type { OpenTransaction, RealmTransactions } from "../../../application/ports/realm-transactions";
import type { LoggedEvent } from "../../../domain/event";
import type { JobOrder } from "../../../domain/job";
import { memoryAttachmentReader } from "./attachment-reader";
import { credentialsOf } from "./credentials";
import { memoryDirectConversations } from "./direct-conversations";
import { writeJobs } from "./job-writer";
import { memoryMessageReader } from "./message-reader";
import { memoryPersonalReader } from "./personal-reader";
import { project } from "./projections";
import { memoryReadStateReader } from "./read-state-reader";
import { endSessionsOf } from "./session-store";
import type { MemoryStorage } from "./storage";
import { copyTables, emptyTables, frozenCopy, type RealmTables } from "./tables";
import { insert } from "./unique";

type Phase = "open" | "refused" | "closed";

/** A transaction on a copy of the tables, which takes the place of the original when it commits. */
const openTransaction = (
  storage: MemoryStorage,
  realmId: number,
  own: RealmTables,
  release: () => void,
  clock: Clock,
): OpenTransaction => {
  const head = own.head;
  let pending: LoggedEvent[] = [];
  const written: LoggedEvent[] = [];
  let phase: Phase = "open";

  const mustBeOpen = () => {
    if (phase !== "open") throw new Error(`The transaction is ${phase}`);
  };

  const flush = async (): Promise<void> => {
    mustBeOpen();
    const events = pending;
    pending = [];
    phase = "refused";
    for (const { position, event } of events) {
      written.push({ position, event });
      insert("position", own.log, position, Object.freeze({ position, event, loggedAt: clock.now() }));
      project(own, event);
    }
    phase = "open";
  };

  const source = {
    tables: async (id: number) => {
      await flush();
      return id === realmId ? own : storage.tables(id);
    },
  };

  const credentials = credentialsOf(source);
  const newPasswords: number[] = [];
  const orders: JobOrder[] = [];

  return {
    realmId,
    head,
    messages: memoryMessageReader(source),
    readStates: memoryReadStateReader(source),
    directConversations: memoryDirectConversations(source),
    personal: memoryPersonalReader(source),
    attachments: memoryAttachmentReader(source),
    credentials: {
      ...credentials,
      setPasswordHash: async (id, userId, hash) => {
        newPasswords.push(userId);
        await credentials.setPasswordHash(id, userId, hash);
      },
    },
    jobs: { enqueue: (...more) => orders.push(...more.map(frozenCopy)) },
    append: (event) => pending.push(frozenCopy(event)),
    flush,
    commit: async (newHead) => {
      await flush();
      phase = "closed";
      own.head = frozenCopy(newHead);
      storage.realms.set(realmId, own);
      writeJobs(storage, realmId, orders);
      for (const { event } of written)
        if (event.type === "user_deactivated") {
          endQueuesOf(storage, realmId, event.userId);
          endSessionsOf(storage, realmId, event.userId);
        }
      for (const userId of newPasswords) endSessionsOf(storage, realmId, userId);
      release();
    },
    rollback: async () => {
      phase = "closed";
      release();
    },
  };
};

const endQueuesOf = (storage: MemoryStorage, realmId: number, userId: number): void => {
  const queues = storage.queues.get(realmId);
  for (const queue of [...(queues?.values() ?? [])]) if (queue.userId === userId) queues?.delete(queue.id);
};

export const memoryRealmTransactions = (storage: MemoryStorage, clock: Clock): RealmTransactions => {
  const begin = async (realmId: number): Promise<OpenTransaction> => {
    const release = await storage.lock(`realm ${realmId}`);
    const tables = storage.realms.get(realmId);
    if (tables) return openTransaction(storage, realmId, copyTables(tables), release, clock);
    release();
    throw new Error(`There is no realm ${realmId}`);
  };

  return {
    begin,
    // The lock costs nothing here.
    beginOptimistic: begin,

    found: async (subdomain, draft) => {
      const release = await storage.lock(`subdomain ${subdomain}`);
      try {
        if ([...storage.realms.values()].some((taken) => taken.realm.subdomain === subdomain))
          throw new Error(`Duplicate subdomain: ${subdomain}`);
        const realm = frozenCopy({ ...draft(storage.newRealmId()), subdomain });
        return { ...openTransaction(storage, realm.id, emptyTables(realm), release, clock), realm };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
};
