const known = new WeakMap<ReadonlyMap<number, unknown>, readonly unknown[]>();

/** The values of an immutable map as a list: iterating the map itself also visits its gaps. */
export const valuesOf = <V>(map: ReadonlyMap<number, V>): readonly V[] => {
  // The list was made of this map.
  const ready = known.get(map) as readonly V[] | undefined;
  if (ready) return ready;
  const values = [...map.values()];
  known.set(map, values);
  return values;
};
