import type { RealmId } from "../../../domain/ids";
import type { RegisteredRealm } from "../realm/realm-registry";

/**
 * The realms registered with the push bouncer. Each registration must list all of them and no others: the
 * bouncer treats a missing one as deleted.
 */
export interface RelayedRealms {
  /** Adding one again changes nothing. */
  add(realmId: RealmId): Promise<void>;
  /** In order of id. */
  all(): Promise<readonly RegisteredRealm[]>;
}
