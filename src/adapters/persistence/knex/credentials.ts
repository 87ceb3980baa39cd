import type { CredentialReader, CredentialWriter } from "../../../application/ports/credentials";
import { query, run, type Sql } from "./rows";

export const knexCredentials = (
  sql: Sql,
  before: () => Promise<void> = async () => {},
): CredentialReader & CredentialWriter => ({
  passwordHash: async (realmId, userId) => {
    await before();
    const [row] = await query<{ password_hash: string }>(
      sql,
      "SELECT password_hash FROM credentials WHERE realm_id = ? AND user_id = ?",
      [realmId, userId],
    );
    return row?.password_hash;
  },

  setPasswordHash: async (realmId, userId, hash) => {
    await before();
    await sql.raw(
      `INSERT INTO credentials (realm_id, user_id, password_hash) VALUES (?, ?, ?)
       ON CONFLICT (realm_id, user_id) DO UPDATE SET password_hash = excluded.password_hash`,
      [realmId, userId, hash],
    );
    await run(sql, "DELETE FROM sessions WHERE realm_id = ? AND user_id = ?", [realmId, userId]);
  },
});
