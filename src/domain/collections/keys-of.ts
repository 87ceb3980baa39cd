/** The names of an object's fields, for objects with exactly the fields of their type. */
export const keysOf = <A extends object>(object: A): readonly (keyof A & string)[] =>
  Object.keys(object) as (keyof A & string)[];
