/**
 * A value for each of the names. Only this function trusts, by a cast, that an object built from names has all of its type's.
 */
export const recordOf = <Name extends string, A>(
  names: readonly Name[],
  made: (name: Name) => A,
): Readonly<Record<Name, A>> =>
  Object.fromEntries(names.map((name) => [name, made(name)])) as Record<Name, A>;
