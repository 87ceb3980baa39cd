/** Items by key, in their original order. */
export const groupedBy = <Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> => {
  const found = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const same = found.get(key);
    if (same) same.push(item);
    else found.set(key, [item]);
  }
  return found;
};
