import { type Either, left, right } from "fp-ts/Either";
import { type InputError, tooLong } from "./input-refusals";

/** The text, if it has at most `limit` code points. `name` is what the refusal calls it. */
export const checkLength =
  (name: string, limit: number) =>
  (text: string): Either<InputError, string> =>
    text.length > limit && [...text].length > limit ? left(tooLong(name, limit)) : right(text);
