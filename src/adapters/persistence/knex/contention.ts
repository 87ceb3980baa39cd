import type { Clock } from "../../../application/ports/clock";

/** How long a realm is changed by lock after another node was seen to change it. */
const lockMilliseconds = 5000;
const mostRealms = 10_000;

/** Remembers the realms that other nodes change at the same time. */
export class Contention {
  private readonly until = new Map<number, number>();

  constructor(private readonly clock: Clock) {}

  /** Another node changed the realm between two turns of this one. */
  noticed(realmId: number): void {
    if (this.until.size >= mostRealms) this.until.clear();
    this.until.set(realmId, this.clock.now() + lockMilliseconds);
  }

  isOn(realmId: number): boolean {
    const until = this.until.get(realmId);
    if (until === undefined) return false;
    if (this.clock.now() < until) return true;
    this.until.delete(realmId);
    return false;
  }
}
