import type { ServerEvent } from "../wire/event";
import type { Registration } from "../wire/registration";

/** A slice of state: its initial value and a pure reducer of events, which returns the same value if nothing changed. */
export interface Slice<S> {
  readonly start: (registration: Registration) => S;
  readonly next: (state: S, event: ServerEvent) => S;
}

/** A copy with the entry added. */
export const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value);

/** A copy without the entries. */
export const withoutEntries = <K, V>(map: ReadonlyMap<K, V>, keys: readonly K[]): ReadonlyMap<K, V> => {
  const left = new Map(map);
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
