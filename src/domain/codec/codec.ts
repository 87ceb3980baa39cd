import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import { type Dict, isDict } from "./dict";
import { recordOf } from "./record-of";

/*
 * The casts here and in tagged.ts say what the compiler can't follow through a loop over an object's fields: the signatures state
 * the types, and every codec checks its values.
 */

/** Reads a value of type `A` from JSON, and writes it. Reading retains unknown fields. */
export type Codec<A> = t.Type<A, unknown>;

/** The codec of a field that may be absent. */
export class Optional<A> {
  constructor(readonly codec: Codec<A>) {}
}

/** A field that may be absent. */
export const optional = <A>(codec: Codec<A>): Optional<A> => new Optional(codec);

/** One codec for each field of `A`; the compiler requires all of them, with their exact types. */
export type Fields<A> = {
  readonly [K in keyof A]-?: object extends Pick<A, K> ? Optional<Exclude<A[K], undefined>> : Codec<A[K]>;
};

type Part = readonly [name: string, codec: Codec<unknown>];
type Named = Readonly<Record<string, Codec<unknown> | Optional<unknown>>>;

/** Whether the codec writes values unchanged. */
export const writesAsIs = (codec: { readonly encode: unknown }): boolean => codec.encode === t.identity;

const withParts = (dict: Dict, parts: readonly (readonly [string, unknown])[]): Dict =>
  parts.length === 0 ? dict : { ...dict, ...Object.fromEntries(parts) };

/** The dictionary with its parts decoded. Copies it once, and only if decoding changes a part. */
const readParts = (dict: Dict, context: t.Context, parts: readonly Part[]): t.Validation<Dict> => {
  const errors: t.ValidationError[] = [];
  let copy: Record<string, unknown> | undefined;
  for (const [name, codec] of parts) {
    const part = dict[name];
    const primitive = primitives.get(codec);
    if (primitive === undefined ? codec.is(part) : typeof part === primitive) continue;
    const result = codec.validate(part, t.appendContext(context, name, codec, part));
    if (E.isLeft(result)) errors.push(...result.left);
    else {
      copy ??= { ...dict };
      copy[name] = result.right;
    }
  }
  return errors.length > 0 ? t.failures(errors) : t.success(copy ?? dict);
};

const writeParts = (dict: Dict, parts: readonly Part[]): Dict =>
  withParts(
    dict,
    parts.map(([name, codec]) => [name, codec.encode(dict[name])]),
  );

const primitives = new Map<unknown, string>([
  [t.string, "string"],
  [t.number, "number"],
  [t.boolean, "boolean"],
]);

/**
 * Whether a value is a dictionary with the parts. Every row and event passes through here, so it walks the
 * keys that are present, and checks fields of primitive types (most of them) without a call.
 */
const guard = (required: readonly Part[], others: readonly Part[]): ((value: unknown) => boolean) => {
  const check =
    (counts: 0 | 1) =>
    ([name, codec]: Part) =>
      [name, { codec, type: primitives.get(codec), counts }] as const;
  const checks = new Map([...required.map(check(1)), ...others.map(check(0))]);
  return (value) => {
    if (!isDict(value)) return false;
    let found = 0;
    for (const name in value) {
      const part = value[name];
      const expected = checks.get(name);
      if (expected === undefined) continue;
      const { codec, type, counts } = expected;
      if (type === undefined ? codec.is(part) : typeof part === type) found += counts;
      else if (counts === 1 || part !== undefined) return false;
    }
    return found === required.length;
  };
};

/** The codec of an object, with its fields. */
export class EntityCodec<A> extends t.Type<A, unknown> {
  constructor(readonly fields: Fields<A>) {
    const all = Object.entries(fields as unknown as Named);
    const required = all.flatMap(([name, field]): Part[] =>
      field instanceof Optional ? [] : [[name, field]],
    );
    const others = all.flatMap(([name, field]): Part[] =>
      field instanceof Optional ? [[name, field.codec]] : [],
    );
    const partsOf = (dict: Dict): readonly Part[] =>
      others.length === 0 ? required : [...required, ...others.filter(([name]) => dict[name] !== undefined)];
    const hasParts = guard(required, others);
    super(
      "object",
      (value): value is A => hasParts(value),
      (value, context) =>
        isDict(value)
          ? (readParts(value, context, partsOf(value)) as t.Validation<A>)
          : t.failure(value, context),
      [...required, ...others].every(([, codec]) => writesAsIs(codec))
        ? t.identity
        : (value) =>
            writeParts(
              value as Dict,
              partsOf(value as Dict).filter(([, codec]) => !writesAsIs(codec)),
            ),
    );
  }
}

/** The codec of an object from the codecs of its fields. */
export const entity = <A>(fields: Fields<A>): EntityCodec<A> => new EntityCodec(fields);

type Value<Field> = Field extends Codec<infer A> | Optional<infer A> ? A : never;

/** Some of an entity's fields. */
export const some = <F extends object, K extends keyof F>(fields: F, ...names: readonly K[]): Pick<F, K> =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, K>;

/** An entity's fields, all optional. */
export const partial = <F extends object>(fields: F): { readonly [K in keyof F]: Optional<Value<F[K]>> } =>
  Object.fromEntries(
    Object.entries(fields as Named).map(([name, field]) => [
      name,
      field instanceof Optional ? field : optional(field),
    ]),
  ) as unknown as { readonly [K in keyof F]: Optional<Value<F[K]>> };

/** Fields of the given names that all have this codec. */
export const each = <K extends string, A>(
  names: readonly K[],
  codec: Codec<A>,
): Readonly<Record<K, Codec<A>>> => recordOf(names, () => codec);

type IsJust<V, Plain> = [Plain, V] extends [V, Plain] ? true : false;
type IsPlain<V> = true extends IsJust<V, boolean> | IsJust<V, number> | IsJust<V, string> ? true : false;

/** The codec of an object: plain fields have the types of their defaults, the others are given by name. */
export const like = <A extends object>(
  defaults: A,
  others: { readonly [K in keyof A as IsPlain<A[K]> extends true ? never : K]: Codec<A[K]> },
): EntityCodec<A> => {
  const plain = { boolean: t.boolean, number: t.number, string: t.string };
  const fields = Object.entries(defaults).map(([name, value]) => [name, plain[typeof value as "string"]]);
  return entity({ ...Object.fromEntries(fields), ...others } as unknown as Fields<A>);
};

/** One of a few literals. */
export const oneOf = <const A extends string | number | boolean>(...values: readonly A[]): Codec<A> => {
  const known: ReadonlySet<unknown> = new Set(values);
  const is = (value: unknown): value is A => known.has(value);
  return new t.Type<A, unknown>(
    values.map((value) => JSON.stringify(value)).join(" | "),
    is,
    (value, context) => (is(value) ? t.success(value) : t.failure(value, context)),
    t.identity,
  );
};

export const nullable = <A>(codec: Codec<A>): Codec<A | null> =>
  new t.Type<A | null, unknown>(
    `${codec.name} | null`,
    (value): value is A | null => value === null || codec.is(value),
    (value, context) => (value === null ? t.success(null) : codec.validate(value, context)),
    writesAsIs(codec) ? t.identity : (value) => (value === null ? null : codec.encode(value)),
  );

export const listOf = <A>(codec: Codec<A>): Codec<readonly A[]> => {
  const is = (value: unknown): value is readonly A[] => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!codec.is(item)) return false;
    return true;
  };
  return new t.Type<readonly A[], unknown>(
    "list",
    is,
    (value, context) => {
      if (!Array.isArray(value)) return t.failure(value, context);
      const errors: t.ValidationError[] = [];
      const read = value.map((item: unknown, index) => {
        if (codec.is(item)) return item;
        const result = codec.validate(item, t.appendContext(context, String(index), codec, item));
        return pipe(
          result,
          E.getOrElse((found) => {
            errors.push(...found);
            return item as A;
          }),
        );
      });
      return errors.length > 0 ? t.failures(errors) : t.success(read);
    },
    writesAsIs(codec) ? t.identity : (items) => items.map((item) => codec.encode(item)),
  );
};

/** A dictionary with arbitrary keys. */
export const dictionary = <A>(codec: Codec<A>): Codec<Readonly<Record<string, A>>> => {
  const partsOf = (dict: Dict) => Object.keys(dict).map((key) => [key, codec as Codec<unknown>] as const);
  return new t.Type<Readonly<Record<string, A>>, unknown>(
    "dictionary",
    (value): value is Readonly<Record<string, A>> => {
      if (!isDict(value)) return false;
      for (const key in value) if (!codec.is(value[key])) return false;
      return true;
    },
    (value, context) =>
      isDict(value)
        ? (readParts(value, context, partsOf(value)) as t.Validation<Readonly<Record<string, A>>>)
        : t.failure(value, context),
    writesAsIs(codec) ? t.identity : (value) => writeParts(value, partsOf(value)),
  );
};

/** An object whose later fields may be absent from stored values; they take their defaults. */
export const withDefaults = <A extends object>(codec: Codec<A>, defaults: Partial<A>): Codec<A> => {
  const names = Object.keys(defaults);
  return new t.Type<A, unknown>(
    codec.name,
    codec.is,
    (value, context) => {
      if (!isDict(value)) return t.failure(value, context);
      const isComplete = names.every((name) => name in value);
      return codec.validate(isComplete ? value : { ...defaults, ...value }, context);
    },
    codec.encode,
  );
};
