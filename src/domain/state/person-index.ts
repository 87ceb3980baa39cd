import type { UserId } from "../ids";
import { IdMap } from "./id-map";
import { IdSet } from "./id-set";

/** Whether something with an id now lists a person. */
export type Listing<Id extends number> = readonly [userId: UserId, id: Id, isListed: boolean];

/** Finds everything that lists a person, by id: groups by their members, for example. */
export class PersonIndex<Id extends number> {
  static readonly empty = new PersonIndex<never>(IdMap.empty());

  private constructor(private readonly byPerson: IdMap<UserId, IdSet<Id>>) {}

  static of<Id extends number>(listings: Iterable<Listing<Id>>): PersonIndex<Id> {
    const empty: PersonIndex<Id> = PersonIndex.empty;
    return empty.changed(listings);
  }

  /** Number of listed people, for estimates of memory. */
  get size(): number {
    return this.byPerson.size;
  }

  listing(userId: UserId): IdSet<Id> {
    return this.byPerson.get(userId) ?? IdSet.empty;
  }

  /** If several changes have the same person and id, the last one counts. */
  changed(listings: Iterable<Listing<Id>>): PersonIndex<Id> {
    const changes = new Map<UserId, [id: Id, isListed: boolean][]>();
    for (const [userId, id, isListed] of listings) {
      const ofPerson = changes.get(userId);
      if (ofPerson === undefined) changes.set(userId, [[id, isListed]]);
      else ofPerson.push([id, isListed]);
    }
    if (changes.size === 0) return this;
    return new PersonIndex(
      this.byPerson.changed(
        [...changes].map(([userId, ofPerson]) => {
          const ids = this.listing(userId).changed(ofPerson);
          return [userId, ids.size === 0 ? undefined : ids] as const;
        }),
      ),
    );
  }
}
