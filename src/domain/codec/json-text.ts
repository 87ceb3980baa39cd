import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type * as t from "io-ts";

/** The value of a JSON text, if it is one and has the shape; undefined otherwise. */
export const valueOfJson = <A>(shape: t.Decoder<unknown, A>, text: string): A | undefined =>
  pipe(
    E.tryCatch(
      (): unknown => JSON.parse(text),
      () => undefined,
    ),
    E.chainW(shape.decode),
    E.getOrElseW(() => undefined),
  );
