import type { Clock } from "../../../../application/ports/system/clock";
import type { RealmId } from "../../../../domain/ids";

/** How long this node locks a realm before deciding, after another node has changed it. */
const lockMilliseconds = 5000;
const mostRealms = 10_000;

/** Remembers the realms that other nodes are changing at the same time. */
export class Contention {
  private readonly until = new Map<RealmId, number>();

  constructor(private readonly clock: Clock) {}

  /** Another node changed the realm between two commits of this one. */
  noticed(realmId: RealmId): void {
    if (this.until.size >= mostRealms) this.until.clear();
    this.until.set(realmId, this.clock.now() + lockMilliseconds);
  }

  /** The nodes hand the realm to each other without the lock. */
  over(realmId: RealmId): void {
    this.until.delete(realmId);
  }

  isOn(realmId: RealmId): boolean {
    const until = this.until.get(realmId);
    if (until === undefined) return false;
    if (this.clock.now() < until) return true;
    this.until.delete(realmId);
    return false;
  }
}
