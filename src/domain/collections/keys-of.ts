/** The names of an object's fields, for objects that have no others than their type says. */
export const keysOf = <A extends object>(object: A): readonly (keyof A & string)[] =>
  Object.keys(object) as (keyof A & string)[];
