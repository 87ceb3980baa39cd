import * as t from "io-ts";
import { entity } from "./codec";

/** Text that a user keeps to write it again. */
export interface SavedSnippet {
  readonly id: number;
  readonly title: string;
  /** Markdown. */
  readonly content: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

export const savedSnippetCodec = entity<SavedSnippet>({
  id: t.number,
  title: t.string,
  content: t.string,
  createdAt: t.number,
});

/** In Unicode code points. */
export const snippetLimits = { titleLength: 60 } as const;
