import * as E from "fp-ts/Either";
import * as t from "io-ts";
import type { Codec } from "./codec";
import { type Dict, isDict } from "./dict";

/** Each remembered value costs a comparison for every object that matches none. */
const mostRemembered = 4;

const isAlike = (one: Dict, other: Dict): boolean => {
  let names = 0;
  for (const name in one) {
    if (one[name] !== other[name]) return false;
    names++;
  }
  for (const _ in other) names--;
  return names === 0;
};

/**
 * A codec for flat objects that are often equal, such as settings. It caches the last few values it read and reuses an
 * equal one.
 */
export const memoized = <A extends object>(codec: Codec<A>): Codec<A> => {
  const remembered: { readonly stored: Dict; readonly value: A }[] = [];
  return new t.Type<A, unknown>(
    codec.name,
    codec.is,
    (stored, context) => {
      if (!isDict(stored)) return t.failure(stored, context);
      const known = remembered.find((one) => isAlike(one.stored, stored));
      if (known !== undefined) return t.success(known.value);
      const read = codec.validate(stored, context);
      if (E.isRight(read)) {
        remembered.unshift({ stored, value: read.right });
        remembered.splice(mostRemembered);
      }
      return read;
    },
    codec.encode,
  );
};
