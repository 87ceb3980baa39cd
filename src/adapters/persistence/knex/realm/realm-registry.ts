import type { RealmRegistry, RegisteredRealm } from "../../../../application/ports/realm/realm-registry";
import { entity } from "../../../../domain/codec/codec";
import { realmNameFields } from "../../../../domain/realm/realm";
import { query, rowReader, type Sql } from "../database/rows";

export const toRegistered = rowReader("realms", entity<RegisteredRealm>(realmNameFields), "id");

export const realmColumns = "id, subdomain, uuid, name, is_deactivated, created_at";

export const knexRealmRegistry = (sql: Sql): RealmRegistry => {
  const find = async (clauses: string, bindings: readonly unknown[]): Promise<readonly RegisteredRealm[]> =>
    (await query(sql, `SELECT ${realmColumns} FROM realms ${clauses}`, bindings)).map(toRegistered);
  return {
    bySubdomain: async (subdomain) => (await find("WHERE subdomain = ?", [subdomain]))[0],
    // Casts to bigint, because ids too large for the column must match nothing rather than fail.
    byIds: (ids) => find("WHERE id = ANY(?::bigint[])", [[...ids]]),
    page: (after, limit) => find("WHERE id > ? ORDER BY id LIMIT ?", [after, limit]),
  };
};
