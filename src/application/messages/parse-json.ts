import { type Either, tryCatch } from "fp-ts/Either";

/** The value of a JSON text. */
export const parseJson = (text: string): Either<unknown, unknown> =>
  tryCatch(
    (): unknown => JSON.parse(text),
    (error) => error,
  );
