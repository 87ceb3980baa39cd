import * as E from "fp-ts/Either";
import { type InputError, invalidSettingValue } from "../input-refusals";
import type { Codec } from "./codec";

/** The allowed values of each setting. */
export type Bounds<A> = { readonly [Name in keyof A]: Codec<A[Name]> };

/** The settings, if each is within its bounds. Undefined leaves a setting as it is. */
export const checkBounds = <
  A extends object,
  Change extends { readonly [Name in keyof A]?: A[Name] | undefined },
>(
  bounds: Bounds<A>,
  change: Change,
): E.Either<InputError, Change> => {
  for (const name in bounds) {
    const value = change[name];
    if (value !== undefined && !bounds[name].is(value)) return E.left(invalidSettingValue(name));
  }
  return E.right(change);
};
