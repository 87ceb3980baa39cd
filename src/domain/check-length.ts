import * as E from "fp-ts/Either";
import { type InputError, tooLong } from "./input-refusals";

/** The text, if it has at most `limit` code points. `name` is what the refusal calls it. */
export const checkLength =
  (name: string, limit: number) =>
  (text: string): E.Either<InputError, string> =>
    text.length > limit && [...text].length > limit ? E.left(tooLong(name, limit)) : E.right(text);
