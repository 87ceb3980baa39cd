import { type Either, left, tryCatch } from "fp-ts/Either";
import { isTooDeep } from "../../../domain/codec/json-depth";

/** Parses JSON, unless it is nested too deeply to be written again. */
export const parseJson = (text: string): Either<unknown, unknown> =>
  isTooDeep(text)
    ? left("too deep")
    : tryCatch(
        (): unknown => JSON.parse(text),
        (error) => error,
      );
