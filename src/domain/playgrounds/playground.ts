import * as t from "io-ts";
import { entity } from "../codec/codec";
import { type PlaygroundId, playgroundIdCodec } from "../ids";

/** An external site where code in a language can be run. */
export interface Playground {
  readonly id: PlaygroundId;
  readonly name: string;
  /** The language's name in fenced code blocks. */
  readonly pygmentsLanguage: string;
  /** URI template (RFC 6570) whose only variable is `code`. */
  readonly urlTemplate: string;
}

export const playgroundCodec = entity<Playground>({
  id: playgroundIdCodec,
  name: t.string,
  pygmentsLanguage: t.string,
  urlTemplate: t.string,
});

/** In Unicode code points. */
export const playgroundLimits = { nameLength: 10_000, languageLength: 40, templateLength: 10_000 } as const;
