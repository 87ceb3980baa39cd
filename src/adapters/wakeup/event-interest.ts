import type { Clock } from "../../application/ports/system/clock";
import { LastTimes } from "../../domain/collections/last-times";
import type { RealmId } from "../../domain/ids";

/** How long another node's request for a realm's events is valid, in milliseconds. It is repeated before that. */
const goodMilliseconds = 60_000;
const repeatMilliseconds = 20_000;
const mostRealms = 10_000;

/** The realms whose events other nodes want, so that a node without others seals and sends none. */
export class EventInterest {
  private readonly wanted = new LastTimes<RealmId>(mostRealms);
  private readonly expressed = new LastTimes<RealmId>(mostRealms);

  constructor(private readonly clock: Clock) {}

  /** Another node wants the realm's events. */
  markWanted(realmId: RealmId): void {
    this.wanted.set(realmId, this.clock.now());
  }

  areWanted(realmId: RealmId): boolean {
    return this.wanted.isWithin(realmId, this.clock.now(), goodMilliseconds);
  }

  /** Whether this node should ask for them now. It then counts as having asked. */
  isDue(realmId: RealmId): boolean {
    const now = this.clock.now();
    if (this.expressed.isWithin(realmId, now, repeatMilliseconds)) return false;
    this.expressed.set(realmId, now);
    return true;
  }
}
