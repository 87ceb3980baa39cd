import type {
  ProviderIdentity,
  SignOnIdentities,
} from "../../../../application/ports/login/sign-on-identities";
import type { RealmId, UserId } from "../../../../domain/ids";
import { query, run, type Sql } from "../database/rows";

export const knexSignOnIdentities = (sql: Sql): SignOnIdentities => {
  const find = async (
    realmId: RealmId,
    { provider, subject }: ProviderIdentity,
  ): Promise<number | undefined> => {
    const [row] = await query<{ user_id: UserId }>(
      sql,
      "SELECT user_id FROM sign_on_identities WHERE realm_id = ? AND provider = ? AND subject = ?",
      [realmId, provider, subject],
    );
    return row?.user_id;
  };
  return {
    find,
    link: async (realmId, identity, userId, now) => {
      await run(
        sql,
        `INSERT INTO sign_on_identities (realm_id, provider, subject, user_id, linked_at)
         VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        [realmId, identity.provider, identity.subject, userId, now],
      );
      return (await find(realmId, identity)) === userId;
    },
    isLinked: async (realmId, userId) => {
      const rows = await query(
        sql,
        "SELECT 1 FROM sign_on_identities WHERE realm_id = ? AND user_id = ? LIMIT 1",
        [realmId, userId],
      );
      return rows.length > 0;
    },
    unlink: (realmId, userId) =>
      run(sql, "DELETE FROM sign_on_identities WHERE realm_id = ? AND user_id = ?", [realmId, userId]),
  };
};
