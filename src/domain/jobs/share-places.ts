import type { RealmId } from "../ids";

/** Jobs of one realm and kind that count as one, for example those that one user caused. */
interface JobShare {
  readonly realmId: RealmId;
  /** Empty for jobs without one. */
  readonly share: string;
}

/** A number of jobs of one share. */
export interface ShareCount extends JobShare {
  readonly count: number;
}

/** How a process shares out its places for one kind of jobs. */
export interface Sharing {
  /** The most jobs of one share that run at once. */
  readonly each: number;
  /** What runs in this process. */
  readonly running: readonly ShareCount[];
}

const nameOf = ({ realmId, share }: JobShare): string => `${realmId} ${share}`;

class Tally {
  private readonly counts = new Map<string | RealmId, number>();

  of(name: string | RealmId): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string | RealmId, count: number): void {
    this.counts.set(name, this.of(name) + count);
  }
}

/**
 * Decides how many jobs of each share to begin. Each place goes to the realm, and in it the share, with the fewest running jobs; among
 * equals, to the first in the list. A realm never holds more places than are free, and a share never more than its realm may still
 * take: so neither one realm nor one share takes all places, however many jobs wait.
 */
export const sharePlaces = (
  places: number,
  { each, running }: Sharing,
  waiting: readonly ShareCount[],
): readonly ShareCount[] => {
  const tally = new Tally();
  for (const one of running) {
    tally.add(one.realmId, one.count);
    tally.add(nameOf(one), one.count);
  }
  const groups = waiting.map((group) => ({ group, name: nameOf(group), given: 0 }));
  for (let free = places; free > 0; free -= 1) {
    let next: (typeof groups)[number] | undefined;
    for (const one of groups) {
      const ofRealm = tally.of(one.group.realmId);
      const ofShare = tally.of(one.name);
      const mayTake =
        one.given < one.group.count && ofRealm < free && ofShare < Math.min(each, free - ofRealm);
      if (!mayTake) continue;
      const lead = next && (ofRealm - tally.of(next.group.realmId) || ofShare - tally.of(next.name));
      if (lead === undefined || lead < 0) next = one;
    }
    if (next === undefined) break;
    next.given += 1;
    tally.add(next.group.realmId, 1);
    tally.add(next.name, 1);
  }
  return groups
    .filter(({ given }) => given > 0)
    .map(({ group: { realmId, share }, given }) => ({ realmId, share, count: given }));
};
