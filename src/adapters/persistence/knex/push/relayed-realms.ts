import type { Knex } from "knex";
import type { RelayedRealms } from "../../../../application/ports/push/relayed-realms";
import { insertRows, query } from "../database/rows";
import { realmColumns, toRegistered } from "../realm/realm-registry";

export const knexRelayedRealms = (db: Knex): RelayedRealms => ({
  add: (realmId) =>
    insertRows(db, "relayed_realms", [{ realm_id: realmId }], "ON CONFLICT (realm_id) DO NOTHING"),

  all: async () => {
    const rows = await query(
      db,
      `SELECT ${realmColumns} FROM realms WHERE id IN (SELECT realm_id FROM relayed_realms) ORDER BY id`,
      [],
    );
    return rows.map(toRegistered);
  },
});
