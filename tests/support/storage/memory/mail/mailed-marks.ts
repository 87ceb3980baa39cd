import type { MailedMarks } from "../../../../../src/application/ports/mail/mailed-marks";
import { changeTablesIf, type MemoryStorage } from "../storage";

export const memoryMailedMarks = (storage: MemoryStorage): MailedMarks => ({
  find: async (realmId, userId) => storage.realms.get(realmId)?.mailedMarks.get(userId),
  set: async (realmId, userId, mark) => {
    await changeTablesIf(storage, realmId, ({ mailedMarks }) => {
      mailedMarks.set(userId, Object.freeze({ ...mark }));
      return true;
    });
  },
});
