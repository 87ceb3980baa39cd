/** Refuses a key that is taken, as a primary key does. */
export const insert = <Key, Row>(kind: string, table: Map<Key, Row>, key: Key, row: Row): void => {
  if (table.has(key)) throw new Error(`Duplicate ${kind}: ${key}`);
  table.set(key, row);
};

/** Refuses a name that another row has. Whether two differ only in case is for the domain to say. */
export const refuseTaken = (kind: string, value: string, taken: readonly string[]): void => {
  if (taken.includes(value)) throw new Error(`Duplicate ${kind}: ${value}`);
};

export const namesOf = (table: ReadonlyMap<number, { readonly name: string }>): readonly string[] =>
  [...table.values()].map(({ name }) => name);
