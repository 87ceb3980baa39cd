import type { ServerEvent } from "../wire/event";
import type { Registration } from "../wire/registration";

/** A slice of state: its initial value and a pure reducer of events, which returns the same value if nothing changed. */
export interface Slice<S> {
  readonly start: (registration: Registration) => S;
  readonly next: (state: S, event: ServerEvent) => S;
}

/** Copies made since the batch began. Nobody else has them, so they may change in place. */
let ours: WeakSet<object> | undefined;

/**
 * Applies events without showing the states between them: whatever they change is copied once, and not once for each
 * event. Others choose how many events there are, and how much each one changes.
 */
export const copyingOnce = (work: () => void): void => {
  ours = new WeakSet();
  try {
    work();
  } finally {
    ours = undefined;
  }
};

const recordCopy = <A extends object>(copy: A): A => {
  ours?.add(copy);
  return copy;
};

/** A copy to change; within a batch, the copy that it already made. */
export const ownMap = <K, V>(map: ReadonlyMap<K, V>): Map<K, V> =>
  ours?.has(map) ? (map as Map<K, V>) : recordCopy(new Map(map));

/** Like `ownMap`, for a set. */
export const ownSet = <A>(set: ReadonlySet<A>): Set<A> =>
  ours?.has(set) ? (set as Set<A>) : recordCopy(new Set(set));

/** A copy with the entry added. */
export const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  ownMap(map).set(key, value);

/** A copy with all entries added. */
export const withEntries = <K, V>(
  map: ReadonlyMap<K, V>,
  more: Iterable<readonly [K, V]>,
): ReadonlyMap<K, V> => {
  const next = ownMap(map);
  for (const [key, value] of more) next.set(key, value);
  return next;
};

/** A copy without the entries. */
export const withoutEntries = <K, V>(map: ReadonlyMap<K, V>, keys: readonly K[]): ReadonlyMap<K, V> => {
  const left = ownMap(map);
  for (const key of keys) left.delete(key);
  return left;
};

/** A copy with one entry changed; the same map if it has no such entry. */
export const withChange = <K, V>(
  map: ReadonlyMap<K, V>,
  key: K,
  change: (value: V) => V,
): ReadonlyMap<K, V> => {
  const value = map.get(key);
  return value === undefined ? map : withEntry(map, key, change(value));
};

/** Indexes a list by key. */
export const mapBy = <K, V>(list: readonly V[], keyOf: (one: V) => K): ReadonlyMap<K, V> =>
  new Map(list.map((one) => [keyOf(one), one]));
