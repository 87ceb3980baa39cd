import type { SecretChange } from "../../../../application/ports/events/event-store";
import type { CredentialReader } from "../../../../application/ports/login/credentials";
import type { RealmId, UserId } from "../../../../domain/ids";
import { query, run, type Sql } from "../database/rows";
import {
  countRecoveryCodes,
  deleteFactor,
  insertFactor,
  readFactors,
  replaceRecoveryCodes,
} from "./second-factors";
import { knexSessionStore } from "./session-store";

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

/** Stores the replaced password in the history, and deletes the oldest beyond the limit. */
const rememberPassword = async (
  sql: Sql,
  realmId: RealmId,
  userId: UserId,
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

const endSessions = (sql: Sql, realmId: RealmId, userId: UserId, keptId = ""): Promise<void> =>
  run(sql, "DELETE FROM sessions WHERE realm_id = ? AND user_id = ? AND id <> ?", [realmId, userId, keptId]);

type SecretOf<Kind extends SecretChange["kind"]> = Extract<SecretChange, { kind: Kind }>;

/** Stores a new password, which ends the user's sessions except one that stays. */
const setPassword = async (
  sql: Sql,
  realmId: RealmId,
  { userId, hash, remembers = 0, keptSessionId }: SecretOf<"password">,
): Promise<void> => {
  await rememberPassword(sql, realmId, userId, remembers);
  await run(
    sql,
    `INSERT INTO credentials (realm_id, user_id, password_hash) VALUES (?, ?, ?)
     ON CONFLICT (realm_id, user_id) DO UPDATE SET password_hash = excluded.password_hash`,
    [realmId, userId, hash],
  );
  await endSessions(sql, realmId, userId, keptSessionId);
};

const setCallToken = (
  sql: Sql,
  realmId: RealmId,
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

/** Writes a secret, which events never contain. */
export const writeSecret = (sql: Sql, realmId: RealmId, secret: SecretChange): Promise<void> => {
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
      return secret.ended
        ? knexSessionStore(sql).remove(
            realmId,
            secret.userId,
            secret.ended.map(({ id }) => id),
          )
        : endSessions(sql, realmId, secret.userId);
    case "call_token":
      return setCallToken(sql, realmId, secret);
  }
};
