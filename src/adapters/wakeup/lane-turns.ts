import type { RealmHead } from "../../application/ports/events/event-store";
import type { RealmId } from "../../domain/ids";

/**
 * How a node got its turn at a realm: it already held the turn; another node handed it over, at this head if known; or
 * the node that holds it didn't answer.
 */
export type Taken =
  | { readonly kind: "own" }
  | { readonly kind: "handed"; readonly head: RealmHead | undefined }
  | { readonly kind: "unanswered" };

/**
 * Lets the nodes that change one realm take turns, so that no decision is wasted. Turns guarantee nothing: storage checks every
 * commit against the head, even if two nodes believe that it is their turn.
 */
export interface LaneTurns {
  /** Waits for this node's turn, but only a moment if nobody answers. Each turn taken must be ended. */
  take(realmId: RealmId): Promise<Taken>;
  /** Ends the turn, at the realm's head if this node knows it, and lets the next node go. */
  end(realmId: RealmId, head: RealmHead | undefined): void;
}
