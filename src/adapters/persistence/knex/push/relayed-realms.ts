import type { Knex } from "knex";
import type { RelayedRealms } from "../../../../application/ports/push/relayed-realms";
import { query, run } from "../database/rows";
import { realmColumns, toRegistered } from "../realm/realm-registry";

export const knexRelayedRealms = (db: Knex): RelayedRealms => ({
  add: (realmId) =>
    run(db, "INSERT INTO relayed_realms (realm_id) VALUES (?) ON CONFLICT (realm_id) DO NOTHING", [realmId]),

  all: async () => {
    const rows = await query(
      db,
      `SELECT ${realmColumns} FROM realms WHERE id IN (SELECT realm_id FROM relayed_realms) ORDER BY id`,
      [],
    );
    return rows.map(toRegistered);
  },
});
