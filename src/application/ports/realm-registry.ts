import type { Realm } from "../../domain/realm";

/** Which realms the server holds. */
export interface RealmRegistry {
  bySubdomain(subdomain: string): Promise<RegisteredRealm | undefined>;
  /** Those of the ids that are realms, in no certain order. */
  byIds(ids: readonly number[]): Promise<readonly RegisteredRealm[]>;
  /** Realms with an id above `after`, ascending, at most `limit`: whether there are any, or several. */
  page(after: number, limit: number): Promise<readonly RegisteredRealm[]>;
}

/** What is known of a realm without loading it. It may be deactivated. */
export type RegisteredRealm = Pick<
  Realm,
  "id" | "subdomain" | "uuid" | "name" | "isDeactivated" | "createdAt"
>;
