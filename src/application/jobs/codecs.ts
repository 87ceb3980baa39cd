import * as t from "io-ts";

/** One of the texts. */
export const oneOf = <A extends string>(values: readonly A[]): t.Type<A, unknown, unknown> => {
  const isOne = (value: unknown): value is A => values.some((one) => one === value);
  return new t.Type(
    values.join(" | "),
    isOne,
    (value, context) => (isOne(value) ? t.success(value) : t.failure(value, context)),
    t.identity,
  );
};

/** The value, or null. */
export const orNull = <A>(codec: t.Type<A, unknown, unknown>) => t.union([codec, t.null]);
