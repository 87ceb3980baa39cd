import * as t from "io-ts";
import { entity } from "./codec";

/** A place outside where code of a language can be run. */
export interface Playground {
  readonly id: number;
  readonly name: string;
  /** The language as fenced code names it. */
  readonly pygmentsLanguage: string;
  /** RFC 6570, with `code` for its only variable. */
  readonly urlTemplate: string;
}

export const playgroundCodec = entity<Playground>({
  id: t.number,
  name: t.string,
  pygmentsLanguage: t.string,
  urlTemplate: t.string,
});

/** In Unicode code points. */
export const playgroundLimits = { languageLength: 40 } as const;
