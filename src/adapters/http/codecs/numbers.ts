import * as t from "io-ts";

/** A whole number that JavaScript holds exactly. */
export const integer = new t.Type<number, number, unknown>(
  "integer",
  (value): value is number => typeof value === "number" && Number.isSafeInteger(value),
  (value, context) =>
    typeof value === "number" && Number.isSafeInteger(value) ? t.success(value) : t.failure(value, context),
  t.identity,
);

/** An integer from 0. */
export const natural = new t.Type<number, number, unknown>(
  "natural",
  (value): value is number => integer.is(value) && value >= 0,
  (value, context) => (integer.is(value) && value >= 0 ? t.success(value) : t.failure(value, context)),
  t.identity,
);
