import * as t from "io-ts";

/** A whole number from one to another, both of them included. */
export class WholeNumber extends t.Type<number, number, unknown> {
  constructor(
    readonly least: number,
    readonly most: number,
  ) {
    const is = (value: unknown): value is number =>
      Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
    super(
      "WholeNumber",
      is,
      (value, context) => (is(value) ? t.success(value) : t.failure(value, context)),
      t.identity,
    );
  }
}

/** A whole number that JavaScript holds exactly: ids, which are looked up whatever they are. */
export const integer = new WholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** An integer from 0. */
export const natural = new WholeNumber(0, Number.MAX_SAFE_INTEGER);

/** How many there are of something: more than anybody needs, and no more than a column of 32 bits holds. */
export const count = new WholeNumber(0, 2 ** 31 - 1);

const endOfTheYear9999 = 253_402_300_799;

/** A time in Unix seconds. Use cases have their own words for times that are past. */
export const unixSeconds = new WholeNumber(-endOfTheYear9999, endOfTheYear9999);
