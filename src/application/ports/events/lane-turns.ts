import type { RealmId } from "../../../domain/ids";
import type { RealmHead } from "./event-store";

/**
 * How a node gets a turn of a realm: it is the node that changes the realm, another node handed the turn over (at this head, if
 * known), or another node changes the realm and didn't answer.
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
