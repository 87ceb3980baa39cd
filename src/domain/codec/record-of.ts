/** A value for each of the names. The cast is safe: an object built from every name has every key. */
export const recordOf = <Name extends string, A>(
  names: readonly Name[],
  made: (name: Name) => A,
): Readonly<Record<Name, A>> =>
  Object.fromEntries(names.map((name) => [name, made(name)])) as Record<Name, A>;

/** Like `recordOf`, but omits names without a value. */
export const partialRecordOf = <Name extends string, A>(
  names: readonly Name[],
  made: (name: Name, index: number) => A | undefined,
): Readonly<Partial<Record<Name, A>>> =>
  Object.fromEntries(
    names.flatMap((name, index) => {
      const value = made(name, index);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Partial<Record<Name, A>>;
