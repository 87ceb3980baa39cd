import * as t from "io-ts";
import { type Codec, entity, type Fields, oneOf, writesAsIs } from "./codec";
import { type Dict, isDict } from "./dict";

/** The members of a union whose tag field has the value. */
export type Member<A, Tag extends keyof A, V> = A extends unknown ? (V extends A[Tag] ? A : never) : never;

/**
 * The codec of each member of a union by its value of the field `tag`, from the codecs of the member's other fields.
 * `around` changes the codec of a member.
 */
export const memberCodecs = <A, Tag extends keyof A & string>(
  tag: Tag,
  fields: { readonly [V in A[Tag] & string]: Omit<Fields<Member<A, Tag, V>>, Tag> },
  around: (codec: Codec<object>, value: string) => Codec<object> = (codec) => codec,
): { readonly [V in A[Tag] & string]: Codec<Member<A, Tag, V>> } =>
  Object.fromEntries(
    Object.entries<object>(fields).map(([value, others]) => [
      value,
      around(entity({ [tag]: oneOf(value), ...others } as Fields<object>), value),
    ]),
  ) as unknown as { readonly [V in A[Tag] & string]: Codec<Member<A, Tag, V>> };

/** A union discriminated by the field `tag`. */
export const tagged = <A, Tag extends keyof A & string>(
  tag: Tag,
  members: { readonly [V in A[Tag] & string]: Codec<Member<A, Tag, V>> },
): Codec<A> => {
  const byTag = new Map<unknown, Codec<A>>(Object.entries(members));
  const memberOf = (value: Dict): Codec<A> | undefined => byTag.get(value[tag]);
  const tags = oneOf(...Object.keys(members));
  return new t.Type<A, unknown>(
    "object",
    (value): value is A => isDict(value) && memberOf(value)?.is(value) === true,
    (value, context) =>
      isDict(value)
        ? (memberOf(value)?.validate(value, context) ??
          t.failure(value[tag], t.appendContext(context, tag, tags, value[tag])))
        : t.failure(value, context),
    [...byTag.values()].every(writesAsIs) ? t.identity : (value) => memberOf(value as Dict)?.encode(value),
  );
};
