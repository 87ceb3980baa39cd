import type { RealmHead } from "../../application/ports/events/event-store";
import type { RealmId } from "../../domain/ids";

/**
 * How a node came to own a realm: it was the owner already; another node handed the realm over, at this head if known; or the owner
 * didn't answer.
 */
export type Acquisition =
  | { readonly kind: "own" }
  | { readonly kind: "handed"; readonly head: RealmHead | undefined }
  | { readonly kind: "unanswered" };

/**
 * Lets the nodes that change one realm own it one after another, so that no decision is wasted. Ownership guarantees nothing: storage
 * checks every commit against the head, even if two nodes believe that they own the realm.
 */
export interface RealmOwnership {
  /** Waits until this node owns the realm, but only a moment if nobody answers. Each acquisition must be released. */
  acquire(realmId: RealmId): Promise<Acquisition>;
  /** Releases the realm, at its head if this node knows it, and lets the next node have it. */
  release(realmId: RealmId, head: RealmHead | undefined): void;
}
