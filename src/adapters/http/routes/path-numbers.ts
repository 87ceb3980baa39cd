import type { RawParameters } from "../../zulip-wire/codecs/parameter";

/** A number in a path has one form: 1e3, 01 and -1 are refused. */
export const hasPlainNumbers = (decoded: object, raw: RawParameters): boolean =>
  Object.entries(decoded).every(
    ([name, value]) => typeof value !== "number" || (value >= 0 && `${value}` === raw.get(name)),
  );
