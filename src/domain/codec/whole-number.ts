import * as t from "io-ts";

/** A whole number from `least` to `most`, inclusive. */
export class WholeNumber extends t.Type<number, number, unknown> {
  constructor(
    readonly least: number,
    readonly most: number,
  ) {
    const is = (value: unknown): value is number =>
      typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most;
    const problem = (value: unknown): string => {
      if (typeof value !== "number" || !Number.isSafeInteger(value)) return "is not an integer";
      return value < least ? "is too small" : "is too large";
    };
    super(
      "WholeNumber",
      is,
      (value, context) => (is(value) ? t.success(value) : t.failure(value, context, problem(value))),
      t.identity,
    );
  }
}

/** A number of things, within a 32-bit column. */
export const count = new WholeNumber(0, 2 ** 31 - 1);

const endOfTheYear9999 = 253_402_300_799;

/** A time in Unix seconds. Use cases check whether it lies in the past. */
export const unixSeconds = new WholeNumber(-endOfTheYear9999, endOfTheYear9999);
