import type { RealmId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import type { RealmDirectory } from "./realm-directory";

interface Ports {
  readonly directory: Pick<RealmDirectory, "newest">;
}

/** The least time between two looks at a realm, in milliseconds: anybody can send wrong keys, and each look queries the database. */
export const restMilliseconds = 100;

/**
 * Reads the newest state before a caller is refused, because another node may have just made their account, key or
 * session. Callers who ask while a realm rests share the next read, so guesses cost at most ten reads a second, one at a
 * time: a slow database isn't asked more often.
 */
export class SecondLooks {
  private readonly resting = new Map<RealmId, Promise<void>>();
  private readonly next = new Map<RealmId, Promise<RealmState>>();

  constructor(private readonly ports: Ports) {}

  /** A state with everything that was committed before the call, on any node. */
  newest(realmId: RealmId): Promise<RealmState> {
    const rest = this.resting.get(realmId);
    if (rest === undefined) return this.look(realmId);
    const shared =
      this.next.get(realmId) ??
      rest.then(() => {
        this.next.delete(realmId);
        return this.look(realmId);
      });
    this.next.set(realmId, shared);
    return shared;
  }

  private look(realmId: RealmId): Promise<RealmState> {
    const found = this.ports.directory.newest(realmId);
    const pause = new Promise<void>((resolve) => {
      setTimeout(resolve, restMilliseconds).unref();
    });
    const rest = Promise.allSettled([found, pause]).then(() => {
      this.resting.delete(realmId);
    });
    this.resting.set(realmId, rest);
    return found;
  }
}
