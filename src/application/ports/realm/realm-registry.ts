import type { RealmId } from "../../../domain/ids";
import type { Realm } from "../../../domain/realm/realm";

/** Finds the server's realms. */
export interface RealmRegistry {
  bySubdomain(subdomain: string): Promise<RegisteredRealm | undefined>;
  /** The realms among these ids, in any order. */
  byIds(ids: readonly RealmId[]): Promise<readonly RegisteredRealm[]>;
  /** At most `limit` realms with an id above `after`, ascending. */
  page(after: RealmId, limit: number): Promise<readonly RegisteredRealm[]>;
}

/** The facts about a realm that need no loading. It may be deactivated. */
export type RegisteredRealm = Pick<
  Realm,
  "id" | "subdomain" | "uuid" | "name" | "isDeactivated" | "createdAt"
>;
