import { WholeNumber } from "../../../domain/codec/whole-number";

/** A safe integer. Ids use it, since any number can be looked up. */
export const integer = new WholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** A safe integer from 0. */
export const natural = new WholeNumber(0, Number.MAX_SAFE_INTEGER);
