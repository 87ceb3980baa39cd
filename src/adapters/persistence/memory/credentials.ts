import type { CredentialReader, CredentialWriter } from "../../../application/ports/credentials";
import { copyTables, type MemoryStorage, type TableSource } from "./storage";

/** Reads and writes in the tables of a transaction. */
export const credentialsOf = (source: TableSource): CredentialReader & CredentialWriter => ({
  passwordHash: async (realmId, userId) => (await source.tables(realmId))?.passwordHashes.get(userId),
  setPasswordHash: async (realmId, userId, hash) => {
    (await source.tables(realmId))?.passwordHashes.set(userId, hash);
  },
});

export const memoryCredentials = (storage: MemoryStorage): CredentialReader & CredentialWriter => ({
  passwordHash: credentialsOf(storage).passwordHash,
  setPasswordHash: async (realmId, userId, hash) => {
    const release = await storage.lock(`realm ${realmId}`);
    const tables = storage.realms.get(realmId);
    if (tables) {
      const changed = copyTables(tables);
      changed.passwordHashes.set(userId, hash);
      storage.realms.set(realmId, changed);
    }
    release();
  },
});
