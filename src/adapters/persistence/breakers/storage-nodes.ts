import type { RealmId } from "../../../domain/ids";

/** The nodes of a database that is spread over several servers. */
export interface StorageNodes {
  /**
   * The node that holds a realm's rows. Undefined if that isn't known, as where one server holds all rows. Doesn't reject. A realm may
   * move: the answer may be a minute old.
   */
  nodeOf(realmId: RealmId): Promise<string | undefined>;
  /** The same for many realms. Those whose node isn't known are left out. */
  nodesOf(realmIds: readonly RealmId[]): Promise<ReadonlyMap<RealmId, string>>;
  /** Looks up soon whether a realm has moved. Until then, `nodeOf` returns what it did. */
  doubt(realmId: RealmId): void;
}
