/** A value for each of the names. The cast is safe: an object built from every name has every key. */
export const recordOf = <Name extends string, A>(
  names: readonly Name[],
  made: (name: Name) => A,
): Readonly<Record<Name, A>> =>
  Object.fromEntries(names.map((name) => [name, made(name)])) as Record<Name, A>;
