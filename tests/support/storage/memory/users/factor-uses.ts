import type { FactorUses } from "../../../../../src/application/ports/login/factor-uses";
import { changeTablesIf, type MemoryStorage } from "../storage";

export const memoryFactorUses = (storage: MemoryStorage): FactorUses => ({
  use: (realmId, userId, factorId, counter, now) =>
    changeTablesIf(storage, realmId, ({ secondFactors }) => {
      const factors = secondFactors.get(userId) ?? [];
      const factor = factors.find(({ id }) => id === factorId);
      const isNew = factor && (factor.counter < counter || (factor.counter === 0 && counter === 0));
      if (!isNew) return false;
      const used = Object.freeze({ ...factor, counter, lastUsedAt: now });
      secondFactors.set(
        userId,
        factors.map((one) => (one.id === factorId ? used : one)),
      );
      return true;
    }),
  useRecoveryCode: (realmId, userId, hash) =>
    changeTablesIf(storage, realmId, ({ recoveryCodes }) => {
      const codes = recoveryCodes.get(userId) ?? [];
      if (!codes.includes(hash)) return false;
      recoveryCodes.set(
        userId,
        codes.filter((one) => one !== hash),
      );
      return true;
    }),
});
