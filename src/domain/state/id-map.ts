import { List } from "immutable";

/**
 * A persistent map by id: a change creates a new map that shares all but a few nodes with the old one. Ids
 * count from 1 within a realm, so the map is a vector underneath and iterates in ascending order.
 */
export class IdMap<V extends {}> implements ReadonlyMap<number, V> {
  private constructor(
    private readonly list: List<V | undefined>,
    readonly size: number,
  ) {}

  static empty<V extends {}>(): IdMap<V> {
    return new IdMap<V>(List(), 0);
  }

  static of<V extends {}>(entries: Iterable<readonly [id: number, value: V]>): IdMap<V> {
    return IdMap.empty<V>().changed(entries);
  }

  get(id: number): V | undefined {
    // `List` counts negative indexes from its end.
    return id >= 0 ? this.list.get(id) : undefined;
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  with(id: number, value: V): IdMap<V> {
    return new IdMap(this.list.set(id, value), this.has(id) ? this.size : this.size + 1);
  }

  without(id: number): IdMap<V> {
    return this.has(id) ? new IdMap(this.list.set(id, undefined), this.size - 1) : this;
  }

  /** Applies many changes at once; undefined removes an entry. */
  changed(entries: Iterable<readonly [id: number, value: V | undefined]>): IdMap<V> {
    let size = this.size;
    const list = this.list.withMutations((mutable) => {
      for (const [id, value] of entries) {
        const before = mutable.get(id);
        if (value === undefined && before === undefined) continue;
        if (before === undefined) size += 1;
        if (value === undefined) size -= 1;
        mutable.set(id, value);
      }
    });
    return list === this.list ? this : new IdMap(list, size);
  }

  forEach(visit: (value: V, id: number, map: ReadonlyMap<number, V>) => void): void {
    for (const [id, value] of this) visit(value, id, this);
  }

  *entries(): MapIterator<[number, V]> {
    let id = 0;
    for (const value of this.list) {
      if (value !== undefined) yield [id, value];
      id += 1;
    }
  }

  *keys(): MapIterator<number> {
    for (const [id] of this) yield id;
  }

  *values(): MapIterator<V> {
    for (const value of this.list) if (value !== undefined) yield value;
  }

  [Symbol.iterator](): MapIterator<[number, V]> {
    return this.entries();
  }
}
