import type { CredentialReader } from "../../../application/ports/credentials";
import type { SecretChange } from "../../../application/ports/event-store";
import type { RealmTables, TableSource } from "./tables";

const tokenKey = (userId: number, provider: string): string => `${userId} ${provider}`;

export const memoryCredentials = (source: TableSource): CredentialReader => ({
  passwordHash: async (realmId, userId) => (await source.tables(realmId))?.passwordHashes.get(userId),
  callToken: async (realmId, userId, provider) =>
    (await source.tables(realmId))?.callTokens.get(tokenKey(userId, provider)),
});

/** Writes a secret, which no event carries. */
export const writeSecret = (tables: RealmTables, secret: SecretChange): void => {
  if (secret.kind === "password") {
    tables.passwordHashes.set(secret.userId, secret.hash);
    return;
  }
  const key = tokenKey(secret.userId, secret.provider);
  if (secret.sealed === null) tables.callTokens.delete(key);
  else tables.callTokens.set(key, secret.sealed);
};
