import type { RegisteredRealm } from "./realm-registry";

/**
 * Which realms the push bouncer was told of. Each time it must be told of all of them, and of no others: it takes one
 * that is left out for gone.
 */
export interface RelayedRealms {
  /** One that is among them already stays. */
  add(realmId: number): Promise<void>;
  /** In the order of their ids. */
  all(): Promise<readonly RegisteredRealm[]>;
}
