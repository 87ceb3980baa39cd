import * as t from "io-ts";

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/** An id of whatever kind. Accepts only whole numbers that JavaScript counts exactly: NaN or 1.5 names nothing. */
export const anyId: t.Type<number, unknown> = new t.Type(
  "id",
  isId,
  (value, context) => (isId(value) ? t.success(value) : t.failure(value, context, "is not an id")),
  t.identity,
);
