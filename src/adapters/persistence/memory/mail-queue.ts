import type { MailQueue } from "../../../application/ports/mail-queue";
import type { Mail } from "../../../domain/letter";
import { changeTables, type MemoryStorage } from "./storage";
import { frozenCopy, type RealmTables } from "./tables";

/** Adds mails that wait. */
export const addMails = (tables: RealmTables, mails: readonly Mail[], dueAt: number): void => {
  for (const mail of mails)
    tables.mails.set(Math.max(0, ...tables.mails.keys()) + 1, { mail: frozenCopy(mail), dueAt, failures: 0 });
};

export const memoryMailQueue = (storage: MemoryStorage): MailQueue => {
  const change = (realmId: number, work: (tables: RealmTables) => unknown): Promise<void> =>
    changeTables(storage, realmId, work);
  return {
    put: (realmId, mails, dueAt) => change(realmId, (tables) => addMails(tables, mails, dueAt)),

    due: async (realmId, now, limit) =>
      [...(storage.realms.get(realmId)?.mails ?? [])]
        .filter(([, { dueAt }]) => dueAt <= now)
        .sort(([a, one], [b, other]) => one.dueAt - other.dueAt || a - b)
        .slice(0, limit)
        .map(([id, { mail, failures }]) => ({ id: String(id), mail, failures })),

    remove: (realmId, id) => change(realmId, ({ mails }) => mails.delete(Number(id))),

    postpone: (realmId, id, dueAt) =>
      change(realmId, ({ mails }) => {
        const row = mails.get(Number(id));
        if (row) mails.set(Number(id), { ...row, dueAt, failures: row.failures + 1 });
      }),
  };
};
