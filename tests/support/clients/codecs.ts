import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { PathReporter } from "io-ts/PathReporter";

/** A value that a client doesn't need, but that must have its type if present. */
export const maybe = <C extends t.Mixed>(codec: C) => t.union([codec, t.null, t.undefined]);

const matching = (name: string, pattern: RegExp): t.Type<string> => {
  const is = (value: unknown): value is string => typeof value === "string" && pattern.test(value);
  return new t.Type(
    name,
    is,
    (value, context) => (is(value) ? t.success(value) : t.failure(value, context)),
    t.identity,
  );
};

/** A number as the key of an object. */
export const idKey = matching("id", /^\d+$/);
export const colour = matching("colour", /^#[0-9a-f]{6}$/);
export const ids = t.array(t.Int);
export const texts = t.array(t.string);

/** One of these words. */
export const word = <W extends string>(first: W, second: W, ...rest: readonly W[]) =>
  t.keyof(Object.fromEntries([first, second, ...rest].map((one) => [one, null])) as Record<W, null>);

/** One of these numbers. */
export const number = (first: number, second: number, ...rest: readonly number[]) =>
  t.union([t.literal(first), t.literal(second), ...rest.map((one) => t.literal(one))]);

/** Why a client can't read a value; undefined if it can. */
export const faults = (codec: t.Mixed, value: unknown): readonly string[] => {
  const decoded = codec.decode(value);
  return E.isLeft(decoded) ? PathReporter.report(decoded) : [];
};
