import * as t from "io-ts";
import type { Session, SessionStore } from "../../../../application/ports/login/session-store";
import { entity } from "../../../../domain/codec/codec";
import { userIdCodec } from "../../../../domain/ids";
import { removeOld } from "../database/by-realm";
import { insertRows, query, rowReader, run, type Sql, toRow } from "../database/rows";

const sessionCodec = entity<Session>({
  id: t.string,
  userId: userIdCodec,
  createdAt: t.number,
  lastSeenAt: t.number,
  browser: t.string,
  remoteAddress: t.string,
  hasBoth: t.boolean,
});
const toSession = rowReader("sessions", sessionCodec, "user_id");

export const knexSessionStore = (sql: Sql): SessionStore => ({
  add: (realmId, session) => insertRows(sql, "sessions", realmId, [toRow(session)]),

  find: async (realmId, id) => {
    const [row] = await query(sql, "SELECT * FROM sessions WHERE realm_id = ? AND id = ?", [realmId, id]);
    return row && toSession(row);
  },

  among: async (realmId, ids) => {
    const rows = await query(sql, "SELECT * FROM sessions WHERE realm_id = ? AND id = ANY(?)", [
      realmId,
      [...ids],
    ]);
    return rows.map(toSession);
  },

  list: async (realmId, userId) => {
    const rows = await query(
      sql,
      "SELECT * FROM sessions WHERE realm_id = ? AND user_id = ? ORDER BY last_seen_at DESC, id",
      [realmId, userId],
    );
    return rows.map(toSession);
  },

  touch: (realmId, id, lastSeenAt) =>
    run(sql, "UPDATE sessions SET last_seen_at = ? WHERE realm_id = ? AND id = ?", [lastSeenAt, realmId, id]),

  remove: (realmId, userId, ids) =>
    run(sql, "DELETE FROM sessions WHERE realm_id = ? AND user_id = ? AND id = ANY(?)", [
      realmId,
      userId,
      [...ids],
    ]),

  removeIdle: async (seenBefore, limit) =>
    (await removeOld(sql, { table: "sessions", age: "last_seen_at", before: seenBefore, limit })).length,
});
