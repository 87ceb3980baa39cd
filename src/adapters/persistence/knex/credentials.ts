import type { CredentialReader } from "../../../application/ports/credentials";
import type { SecretChange } from "../../../application/ports/event-store";
import { query, run, type Sql } from "./rows";

export const knexCredentials = (sql: Sql): CredentialReader => ({
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
});

/** Writes a secret, which no event carries. A new password ends the user's sessions. */
export const writeSecret = async (sql: Sql, realmId: number, secret: SecretChange): Promise<void> => {
  if (secret.kind === "password") {
    await run(
      sql,
      `INSERT INTO credentials (realm_id, user_id, password_hash) VALUES (?, ?, ?)
       ON CONFLICT (realm_id, user_id) DO UPDATE SET password_hash = excluded.password_hash`,
      [realmId, secret.userId, secret.hash],
    );
    await run(sql, "DELETE FROM sessions WHERE realm_id = ? AND user_id = ?", [realmId, secret.userId]);
    return;
  }
  const name = [realmId, secret.userId, secret.provider];
  if (secret.sealed === null)
    await run(sql, "DELETE FROM call_tokens WHERE realm_id = ? AND user_id = ? AND provider = ?", name);
  else
    await run(
      sql,
      `INSERT INTO call_tokens (realm_id, user_id, provider, sealed) VALUES (?, ?, ?, ?)
       ON CONFLICT (realm_id, user_id, provider) DO UPDATE SET sealed = excluded.sealed`,
      [...name, secret.sealed],
    );
};
