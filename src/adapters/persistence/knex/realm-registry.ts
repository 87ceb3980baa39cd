import type { RealmRegistry, RegisteredRealm } from "../../../application/ports/realm-registry";
import { query, type Sql } from "./rows";

export const knexRealmRegistry = (sql: Sql): RealmRegistry => ({
  list: () => query<RegisteredRealm>(sql, "SELECT id, subdomain FROM realms ORDER BY id", []),
});
