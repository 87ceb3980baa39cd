/** A value for each of the names. Here alone the names of a built object are trusted to be all of its type's. */
export const recordOf = <Name extends string, A>(
  names: readonly Name[],
  made: (name: Name) => A,
): Readonly<Record<Name, A>> =>
  Object.fromEntries(names.map((name) => [name, made(name)])) as Record<Name, A>;
