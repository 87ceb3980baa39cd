import * as E from "fp-ts/Either";
import { isTooDeep } from "../../../domain/codec/json-depth";

/** Parses JSON, unless it is nested too deeply to be written again. */
export const parseJson = (text: string): E.Either<unknown, unknown> =>
  isTooDeep(text)
    ? E.left("too deep")
    : E.tryCatch(
        (): unknown => JSON.parse(text),
        (error) => error,
      );
