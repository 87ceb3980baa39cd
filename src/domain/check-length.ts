import * as E from "fp-ts/Either";

/** The text, if it has at most `limit` code points. */
export const checkLength =
  <Refusal>(limit: number, tooLong: (limit: number) => Refusal) =>
  (text: string): E.Either<Refusal, string> =>
    text.length > limit && [...text].length > limit ? E.left(tooLong(limit)) : E.right(text);
