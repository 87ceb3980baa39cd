import type { RealmId } from "../../../domain/ids";

/** Makes calls to a realm's storage. Those that it is known not to answer are rejected at once. */
export interface RealmCalls {
  /** Rejects if calls for the realm would be rejected now. */
  require(realmId: RealmId): Promise<void>;
  /** Makes a call that takes a connection, once it may take one. */
  call<A>(realmId: RealmId, make: () => Promise<A>): Promise<A>;
  /** Makes a call on a connection that is already taken: rejecting it wouldn't free the connection any sooner. */
  callOnHeld<A>(realmId: RealmId, make: () => Promise<A>): Promise<A>;
}
