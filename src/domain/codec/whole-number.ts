import * as t from "io-ts";

/** A whole number from `least` to `most`, inclusive. */
export class WholeNumber extends t.Type<number, number, unknown> {
  constructor(
    readonly least: number,
    readonly most: number,
  ) {
    const is = (value: unknown): value is number =>
      Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
    const problem = (value: unknown): string => {
      if (!Number.isSafeInteger(value)) return "is not an integer";
      return (value as number) < least ? "is too small" : "is too large";
    };
    super(
      "WholeNumber",
      is,
      (value, context) => (is(value) ? t.success(value) : t.failure(value, context, problem(value))),
      t.identity,
    );
  }
}
