import type { CredentialReader, CredentialWriter } from "../../../application/ports/credentials";
import { query, run, type Sql } from "./rows";

export const knexCredentials = (sql: Sql): CredentialReader & CredentialWriter => ({
  passwordHash: async (realmId, userId) => {
    const [row] = await query<{ password_hash: string }>(
      sql,
      "SELECT password_hash FROM credentials WHERE realm_id = ? AND user_id = ?",
      [realmId, userId],
    );
    return row?.password_hash;
  },

  callToken: async (realmId, userId, provider) => {
    const [row] = await query<{ sealed: string }>(
      sql,
      "SELECT sealed FROM call_tokens WHERE realm_id = ? AND user_id = ? AND provider = ?",
      [realmId, userId, provider],
    );
    return row?.sealed;
  },

  setCallToken: async (realmId, userId, provider, sealed) => {
    const name = [realmId, userId, provider];
    if (sealed === null)
      return run(sql, "DELETE FROM call_tokens WHERE realm_id = ? AND user_id = ? AND provider = ?", name);
    await run(
      sql,
      `INSERT INTO call_tokens (realm_id, user_id, provider, sealed) VALUES (?, ?, ?, ?)
       ON CONFLICT (realm_id, user_id, provider) DO UPDATE SET sealed = excluded.sealed`,
      [...name, sealed],
    );
  },

  setPasswordHash: async (realmId, userId, hash) => {
    await sql.raw(
      `INSERT INTO credentials (realm_id, user_id, password_hash) VALUES (?, ?, ?)
       ON CONFLICT (realm_id, user_id) DO UPDATE SET password_hash = excluded.password_hash`,
      [realmId, userId, hash],
    );
    await run(sql, "DELETE FROM sessions WHERE realm_id = ? AND user_id = ?", [realmId, userId]);
  },
});
