import type { ServerEvent } from "../api/event";
import type { Registration } from "../api/registration";

/** One family of state: what it is at first, and what each event makes of it. Pure; the same value where nothing changed. */
export interface Slice<S> {
  readonly start: (registration: Registration) => S;
  readonly next: (state: S, event: ServerEvent) => S;
}

/** A copy with the entry. */
export const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value);

/** A copy without the entries. */
export const withoutEntries = <K, V>(map: ReadonlyMap<K, V>, keys: readonly K[]): ReadonlyMap<K, V> => {
  const left = new Map(map);
  for (const key of keys) left.delete(key);
  return left;
};

/** A copy with one entry changed; the map itself where there is no such entry. */
export const withChange = <K, V>(
  map: ReadonlyMap<K, V>,
  key: K,
  change: (value: V) => V,
): ReadonlyMap<K, V> => {
  const value = map.get(key);
  return value === undefined ? map : withEntry(map, key, change(value));
};

/** A map of a list by what identifies its elements. */
export const mapBy = <K, V>(list: readonly V[], keyOf: (one: V) => K): ReadonlyMap<K, V> =>
  new Map(list.map((one) => [keyOf(one), one]));
