import type { RealmId } from "../../../domain/ids";
import type { RealmHead } from "./event-store";

/**
 * How a node may begin a turn of a realm: it is the one that changes the realm, another one let it go next (at
 * this head, if known), or another one changes the realm and didn't answer.
 */
export type Taken =
  | { readonly _tag: "Own" }
  | { readonly _tag: "Handed"; readonly head: RealmHead | undefined }
  | { readonly _tag: "Unanswered" };

/**
 * Lets the nodes that change one realm take turns, so that none decides in vain. A courtesy: what a commit is
 * based on is checked when it is written, whoever believes that it is their turn.
 */
export interface LaneTurns {
  /** Waits until it is this node's turn, or nobody answers for a moment. Everything taken must be ended. */
  take(realmId: RealmId): Promise<Taken>;
  /** Ends the turn, at the realm's head if this node knows it, and lets the next node go. */
  end(realmId: RealmId, head: RealmHead | undefined): void;
}
