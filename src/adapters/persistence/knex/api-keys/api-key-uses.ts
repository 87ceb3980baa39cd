import * as t from "io-ts";
import type { ApiKeyUse, ApiKeyUses } from "../../../../application/ports/api-keys/api-key-uses";
import { entity } from "../../../../domain/codec/codec";
import type { RealmId, UserId } from "../../../../domain/ids";
import { gathered } from "../database/gathered";
import { insertRows, query, rowReader, type Sql } from "../database/rows";

const useCodec = entity<ApiKeyUse>({ usedAt: t.number, client: t.string, network: t.string });
const toUse = rowReader("api_key_uses", useCodec, "user_id");

/** A use of a user's key at a version. */
interface NotedUse {
  readonly userId: UserId;
  readonly version: number;
  readonly use: ApiKeyUse;
}

/** The uses that one statement records. */
const mostNoted = 1000;
/** After a start, and at the beginning of each hour, everybody's next request is recorded. Nobody waits for that. */
const pauseMilliseconds = 100;

const inOrder = (one: NotedUse, other: NotedUse): number =>
  one.userId - other.userId || one.version - other.version || one.use.usedAt - other.use.usedAt;

const noteTogether = async (
  sql: Sql,
  realmId: RealmId,
  noted: readonly NotedUse[],
): Promise<readonly undefined[]> => {
  // One statement may change a row once. Nodes that write the same rows in the same order don't deadlock.
  const newest = new Map([...noted].sort(inOrder).map((one) => [one.userId, one]));
  const rows = [...newest.values()].map(({ userId, version, use: { usedAt, client, network } }) => ({
    user_id: userId,
    version,
    used_at: usedAt,
    client,
    network,
  }));
  await insertRows(
    sql,
    "api_key_uses",
    realmId,
    rows,
    `ON CONFLICT (realm_id, user_id) DO UPDATE SET
       version = excluded.version, used_at = excluded.used_at,
       client = excluded.client, network = excluded.network
     WHERE (api_key_uses.version, api_key_uses.used_at) <= (excluded.version, excluded.used_at)`,
  );
  return noted.map(() => undefined);
};

export const knexApiKeyUses = (sql: Sql): ApiKeyUses => {
  const note = gathered(
    (realmId: RealmId, noted: readonly NotedUse[]) => noteTogether(sql, realmId, noted),
    mostNoted,
    pauseMilliseconds,
  );
  return {
    note: (realmId, userId, version, use) => note(realmId, { userId, version, use }),

    last: async (realmId, userId, version) => {
      const [row] = await query(
        sql,
        "SELECT * FROM api_key_uses WHERE realm_id = ? AND user_id = ? AND version = ?",
        [realmId, userId, version],
      );
      return row && toUse(row);
    },
  };
};
