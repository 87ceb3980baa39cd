import type { RealmState } from "../../domain/realm-state";
import type { DirectConversations } from "./direct-conversations";
import type { MessageReader } from "./message-reader";
import type { PersonalReader } from "./personal-reader";
import type { ReadStateReader } from "./read-state-reader";

/** Storage at one position of the log: whatever is read through a view belongs together. */
export interface RealmView {
  readonly position: number;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly directConversations: DirectConversations;
  readonly personal: PersonalReader;
}

/** Loads realms. */
export interface RealmSnapshots {
  /** The realm as it is now. Loads in slices, so that a large one doesn't hold up everyone else. */
  load(realmId: number): Promise<RealmState>;
  /** Runs reads on one snapshot. Writers aren't kept waiting. */
  view<A>(realmId: number, read: (view: RealmView) => Promise<A>): Promise<A>;
}
