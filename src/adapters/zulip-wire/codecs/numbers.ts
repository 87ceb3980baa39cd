import { WholeNumber } from "../../../domain/codec/whole-number";

/** A safe integer. Ids use it, since any number can be looked up. */
export const integer = new WholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** A safe integer from 0. */
export const natural = new WholeNumber(0, Number.MAX_SAFE_INTEGER);

/** A number of things, within a 32-bit column. */
export const count = new WholeNumber(0, 2 ** 31 - 1);

const endOfTheYear9999 = 253_402_300_799;

/** A time in Unix seconds. Use cases check whether it lies in the past. */
export const unixSeconds = new WholeNumber(-endOfTheYear9999, endOfTheYear9999);
