const known = new WeakMap<ReadonlyMap<number, unknown>, readonly unknown[]>();

/** The values of a map that never changes, as a list: going through the map itself also goes through its gaps. */
export const valuesOf = <V>(map: ReadonlyMap<number, V>): readonly V[] => {
  const ready = known.get(map) as readonly V[] | undefined;
  if (ready) return ready;
  const values = [...map.values()];
  known.set(map, values);
  return values;
};
