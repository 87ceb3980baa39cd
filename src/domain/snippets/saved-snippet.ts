import * as t from "io-ts";
import { entity } from "../codec/codec";
import { type SnippetId, snippetIdCodec } from "../ids";

/** Text a user saves for reuse in messages. */
export interface SavedSnippet {
  readonly id: SnippetId;
  readonly title: string;
  /** Markdown. */
  readonly content: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

export const savedSnippetCodec = entity<SavedSnippet>({
  id: snippetIdCodec,
  title: t.string,
  content: t.string,
  createdAt: t.number,
});

/** In Unicode code points. */
export const snippetLimits = { titleLength: 60 } as const;
