type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

/**
 * Requires an encoder to write every field of an entity: under its own name in snake case, or in any form for the fields of
 * `Otherwise`. A new field of an entity doesn't compile until one or the other handles it.
 */
export type Encoded<Entity, Otherwise extends keyof Entity = never> = {
  readonly [Name in Exclude<keyof Entity, Otherwise> & string as SnakeCase<Name>]: unknown;
} & { readonly [field: string]: unknown };
