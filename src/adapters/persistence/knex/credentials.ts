import type { CredentialReader } from "../../../application/ports/credentials";
import type { SecretChange } from "../../../application/ports/event-store";
import { query, run, type Sql } from "./rows";
import {
  countRecoveryCodes,
  deleteFactor,
  insertFactor,
  readFactors,
  replaceRecoveryCodes,
} from "./second-factors";

export const knexCredentials = (sql: Sql): CredentialReader => ({
  passwordHash: async (realmId, userId) => {
    const [row] = await query<{ password_hash: string }>(
      sql,
      "SELECT password_hash FROM credentials WHERE realm_id = ? AND user_id = ?",
      [realmId, userId],
    );
    return row?.password_hash;
  },

  lastPasswordHashes: async (realmId, userId, limit) => {
    const rows = await query<{ password_hash: string }>(
      sql,
      `SELECT password_hash FROM (
         SELECT password_hash, NULL::integer AS place FROM credentials WHERE realm_id = :realmId AND user_id = :userId
         UNION ALL
         SELECT password_hash, place FROM old_passwords WHERE realm_id = :realmId AND user_id = :userId
       ) known ORDER BY place DESC NULLS FIRST LIMIT :limit`,
      { realmId, userId, limit },
    );
    return rows.map(({ password_hash }) => password_hash);
  },

  secondFactors: (realmId, userId) => readFactors(sql, realmId, userId),

  recoveryCodes: (realmId, userId) => countRecoveryCodes(sql, realmId, userId),

  callToken: async (realmId, userId, provider) => {
    const [row] = await query<{ sealed: string }>(
      sql,
      "SELECT sealed FROM call_tokens WHERE realm_id = ? AND user_id = ? AND provider = ?",
      [realmId, userId, provider],
    );
    return row?.sealed;
  },
});

/** Remembers the password that is replaced, and forgets those before it that are too many. */
const rememberPassword = async (
  sql: Sql,
  realmId: number,
  userId: number,
  remembers: number,
): Promise<void> => {
  if (remembers > 0)
    await run(
      sql,
      `INSERT INTO old_passwords (realm_id, user_id, place, password_hash)
       SELECT realm_id, user_id,
         (SELECT coalesce(max(place), 0) + 1 FROM old_passwords o WHERE o.realm_id = ? AND o.user_id = ?),
         password_hash
       FROM credentials WHERE realm_id = ? AND user_id = ?`,
      [realmId, userId, realmId, userId],
    );
  await run(
    sql,
    `DELETE FROM old_passwords WHERE realm_id = ? AND user_id = ? AND place <=
       (SELECT max(place) - ? FROM old_passwords o WHERE o.realm_id = ? AND o.user_id = ?)`,
    [realmId, userId, remembers, realmId, userId],
  );
};

const endSessions = (sql: Sql, realmId: number, userId: number): Promise<void> =>
  run(sql, "DELETE FROM sessions WHERE realm_id = ? AND user_id = ?", [realmId, userId]);

type SecretOf<Kind extends SecretChange["kind"]> = Extract<SecretChange, { kind: Kind }>;

/** A new password ends the user's sessions. */
const setPassword = async (
  sql: Sql,
  realmId: number,
  { userId, hash, remembers = 0 }: SecretOf<"password">,
): Promise<void> => {
  await rememberPassword(sql, realmId, userId, remembers);
  await run(
    sql,
    `INSERT INTO credentials (realm_id, user_id, password_hash) VALUES (?, ?, ?)
     ON CONFLICT (realm_id, user_id) DO UPDATE SET password_hash = excluded.password_hash`,
    [realmId, userId, hash],
  );
  await endSessions(sql, realmId, userId);
};

const setCallToken = (
  sql: Sql,
  realmId: number,
  { userId, provider, sealed }: SecretOf<"call_token">,
): Promise<void> => {
  const name = [realmId, userId, provider];
  if (sealed === null)
    return run(sql, "DELETE FROM call_tokens WHERE realm_id = ? AND user_id = ? AND provider = ?", name);
  return run(
    sql,
    `INSERT INTO call_tokens (realm_id, user_id, provider, sealed) VALUES (?, ?, ?, ?)
     ON CONFLICT (realm_id, user_id, provider) DO UPDATE SET sealed = excluded.sealed`,
    [...name, sealed],
  );
};

/** Writes a secret, which no event carries. */
export const writeSecret = (sql: Sql, realmId: number, secret: SecretChange): Promise<void> => {
  switch (secret.kind) {
    case "password":
      return setPassword(sql, realmId, secret);
    case "factor_added":
      return insertFactor(sql, realmId, secret.userId, secret.factor);
    case "factor_removed":
      return deleteFactor(sql, realmId, secret.userId, secret.factorId);
    case "recovery_codes":
      return replaceRecoveryCodes(sql, realmId, secret.userId, secret.hashes);
    case "sessions_ended":
      return endSessions(sql, realmId, secret.userId);
    case "call_token":
      return setCallToken(sql, realmId, secret);
  }
};
