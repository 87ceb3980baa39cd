import type { CredentialReader, CredentialWriter } from "../../../application/ports/credentials";
import { changeTables, type MemoryStorage } from "./storage";
import type { RealmTables, TableSource } from "./tables";

const tokenKey = (userId: number, provider: string): string => `${userId} ${provider}`;

const setToken = ({ callTokens }: RealmTables, key: string, sealed: string | null): void => {
  if (sealed === null) callTokens.delete(key);
  else callTokens.set(key, sealed);
};

/** Reads and writes in the tables of a transaction. */
export const credentialsOf = (source: TableSource): CredentialReader & CredentialWriter => ({
  passwordHash: async (realmId, userId) => (await source.tables(realmId))?.passwordHashes.get(userId),
  callToken: async (realmId, userId, provider) =>
    (await source.tables(realmId))?.callTokens.get(tokenKey(userId, provider)),
  setPasswordHash: async (realmId, userId, hash) => {
    (await source.tables(realmId))?.passwordHashes.set(userId, hash);
  },
  setCallToken: async (realmId, userId, provider, sealed) => {
    const tables = await source.tables(realmId);
    if (tables) setToken(tables, tokenKey(userId, provider), sealed);
  },
});

export const memoryCredentials = (storage: MemoryStorage): CredentialReader & CredentialWriter => {
  const { passwordHash, callToken } = credentialsOf(storage);
  return {
    ...{ passwordHash, callToken },
    setPasswordHash: (realmId, userId, hash) =>
      changeTables(storage, realmId, ({ passwordHashes }) => passwordHashes.set(userId, hash)),
    setCallToken: (realmId, userId, provider, sealed) =>
      changeTables(storage, realmId, (tables) => setToken(tables, tokenKey(userId, provider), sealed)),
  };
};
