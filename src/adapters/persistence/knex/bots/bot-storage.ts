import * as E from "fp-ts/Either";
import type { Knex } from "knex";
import type { BotStorage } from "../../../../application/ports/bots/bot-storage";
import type { RealmId, UserId } from "../../../../domain/ids";
import { insertRows, query, run, type Sql } from "../database/rows";

interface Entry {
  readonly key: string;
  readonly value: string;
}

/** Writes of one bot run one at a time, so that the sizes they read stay valid. */
const lock = (sql: Sql, realmId: RealmId, botId: UserId): Promise<void> =>
  run(sql, "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [`parley bot ${realmId} ${botId}`]);

export const knexBotStorage = (db: Knex): BotStorage => ({
  read: async (realmId, botId, keys) => {
    const rows = await query<Entry>(
      db,
      `SELECT key, value FROM bot_storage WHERE realm_id = ? AND bot_id = ?
       ${keys === undefined ? "" : "AND key = ANY(?)"} ORDER BY key COLLATE "C"`,
      [realmId, botId, ...(keys === undefined ? [] : [[...keys]])],
    );
    return new Map(rows.map(({ key, value }) => [key, value]));
  },

  write: (realmId, botId, values, limit) =>
    db.transaction(async (sql) => {
      await lock(sql, realmId, botId);
      const [row] = await query<{ stored: number }>(
        sql,
        `SELECT coalesce(sum(length(key) + length(value)), 0) AS stored FROM bot_storage
         WHERE realm_id = ? AND bot_id = ? AND NOT key = ANY(?)`,
        [realmId, botId, [...values.keys()]],
      );
      const added = [...values].reduce((sum, [key, value]) => sum + [...key].length + [...value].length, 0);
      const excess = Number(row?.stored ?? 0) + added - limit;
      if (excess > 0) return E.left({ excess });
      await insertRows(
        sql,
        "bot_storage",
        realmId,
        [...values].map(([key, value]) => ({ bot_id: botId, key, value })),
        "ON CONFLICT (realm_id, bot_id, key) DO UPDATE SET value = excluded.value",
      );
      return E.right(undefined);
    }),

  usedBy: async (realmId, botIds) => {
    const [row] = await query<{ used: number }>(
      db,
      `SELECT coalesce(sum(length(key) + length(value)), 0) AS used FROM bot_storage
       WHERE realm_id = ? AND bot_id = ANY(?)`,
      [realmId, [...botIds]],
    );
    return Number(row?.used ?? 0);
  },

  remove: (realmId, botId, keys) =>
    db.transaction(async (sql) => {
      await lock(sql, realmId, botId);
      const keyBinding = keys === undefined ? [] : [[...keys]];
      const condition = keys === undefined ? "" : "AND key = ANY(?)";
      const [row] = await query<{ found: number }>(
        sql,
        `SELECT count(*) AS found FROM bot_storage WHERE realm_id = ? AND bot_id = ? ${condition}`,
        [realmId, botId, ...keyBinding],
      );
      if (keys !== undefined && Number(row?.found) < new Set(keys).size) return false;
      await run(sql, `DELETE FROM bot_storage WHERE realm_id = ? AND bot_id = ? ${condition}`, [
        realmId,
        botId,
        ...keyBinding,
      ]);
      return true;
    }),
});
