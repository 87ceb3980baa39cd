import * as t from "io-ts";
import type { ApiKeyUse, ApiKeyUses } from "../../../../application/ports/api-keys/api-key-uses";
import { entity } from "../../../../domain/codec/codec";
import { query, rowReader, run, type Sql } from "../database/rows";

const useCodec = entity<ApiKeyUse>({ usedAt: t.number, client: t.string, network: t.string });
const toUse = rowReader("api_key_uses", useCodec, "user_id");

export const knexApiKeyUses = (sql: Sql): ApiKeyUses => ({
  note: (realmId, userId, version, { usedAt, client, network }) =>
    run(
      sql,
      `INSERT INTO api_key_uses AS u (realm_id, user_id, version, used_at, client, network)
       VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (realm_id, user_id) DO UPDATE SET
         version = excluded.version, used_at = excluded.used_at,
         client = excluded.client, network = excluded.network
       WHERE (u.version, u.used_at) <= (excluded.version, excluded.used_at)`,
      [realmId, userId, version, usedAt, client, network],
    ),

  last: async (realmId, userId, version) => {
    const [row] = await query(
      sql,
      "SELECT * FROM api_key_uses WHERE realm_id = ? AND user_id = ? AND version = ?",
      [realmId, userId, version],
    );
    return row && toUse(row);
  },
});
