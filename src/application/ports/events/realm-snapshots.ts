import type { RealmId } from "../../../domain/ids";
import type { RealmState } from "../../../domain/state/realm-state";
import type { MessageReader } from "../messages/message-reader";

/** Storage at one log position: everything read through one view is consistent. */
export interface RealmView {
  readonly position: number;
  readonly messages: MessageReader;
}

/** Loads realms. */
export interface RealmSnapshots {
  /** The realm's current state. Loads in slices, so that a large realm doesn't hold up other work. */
  load(realmId: RealmId): Promise<RealmState>;
  /** Runs reads on one snapshot. Doesn't block writers. */
  view<A>(realmId: RealmId, read: (view: RealmView) => Promise<A>): Promise<A>;
}
