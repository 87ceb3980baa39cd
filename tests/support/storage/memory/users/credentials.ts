import type { SecretChange } from "../../../../../src/application/ports/events/event-store";
import type { CredentialReader } from "../../../../../src/application/ports/login/credentials";
import type { UserId } from "../../../../../src/domain/ids";
import type { SecondFactor } from "../../../../../src/domain/second-factors/second-factor";
import type { RealmTables, TableSource } from "../tables";

const tokenKey = (userId: UserId, provider: string): string => `${userId} ${provider}`;

const byAge = (one: SecondFactor, other: SecondFactor): number =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);

export const memoryCredentials = (source: TableSource): CredentialReader => ({
  passwordHash: async (realmId, userId) => (await source.tables(realmId))?.passwordHashes.get(userId),
  lastPasswordHashes: async (realmId, userId, limit) => {
    const tables = await source.tables(realmId);
    const present = tables?.passwordHashes.get(userId);
    const old = tables?.oldPasswordHashes.get(userId) ?? [];
    return [...(present === undefined ? [] : [present]), ...old].slice(0, limit);
  },
  secondFactors: async (realmId, userId) =>
    (await source.tables(realmId))?.secondFactors.get(userId)?.toSorted(byAge) ?? [],
  recoveryCodes: async (realmId, userId) =>
    (await source.tables(realmId))?.recoveryCodes.get(userId)?.length ?? 0,
  callToken: async (realmId, userId, provider) =>
    (await source.tables(realmId))?.callTokens.get(tokenKey(userId, provider)),
});

/** Writes a secret, which events never contain. Sessions end elsewhere. */
export const writeSecret = (tables: RealmTables, secret: SecretChange): void => {
  switch (secret.kind) {
    case "password":
      setPassword(tables, secret);
      return;
    case "factor_added":
    case "factor_removed": {
      const gone = secret.kind === "factor_added" ? secret.factor.id : secret.factorId;
      const kept = (tables.secondFactors.get(secret.userId) ?? []).filter(({ id }) => id !== gone);
      const added = secret.kind === "factor_added" ? [Object.freeze({ ...secret.factor })] : [];
      tables.secondFactors.set(secret.userId, [...kept, ...added]);
      return;
    }
    case "recovery_codes":
      tables.recoveryCodes.set(secret.userId, [...secret.hashes]);
      return;
    case "sessions_ended":
      return;
    case "call_token": {
      const key = tokenKey(secret.userId, secret.provider);
      if (secret.sealed === null) tables.callTokens.delete(key);
      else tables.callTokens.set(key, secret.sealed);
    }
  }
};

const setPassword = (
  tables: RealmTables,
  { userId, hash, remembers = 0 }: Extract<SecretChange, { kind: "password" }>,
): void => {
  const replaced = tables.passwordHashes.get(userId);
  const old = [
    ...(replaced === undefined ? [] : [replaced]),
    ...(tables.oldPasswordHashes.get(userId) ?? []),
  ];
  tables.oldPasswordHashes.set(userId, Object.freeze(old.slice(0, remembers)));
  tables.passwordHashes.set(userId, hash);
};
