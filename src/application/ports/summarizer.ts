import type { Either } from "fp-ts/Either";

/** Messages that are to be summarized, in the order in which they were sent. */
export interface Said {
  readonly sender: string;
  /** Markdown. */
  readonly content: string;
}

export interface SummaryWanted {
  /** Where it was said, if it was all said in one place. */
  readonly place: string | undefined;
  readonly messages: readonly Said[];
  readonly mostSentences: number;
}

/** Writes summaries, by a model that the operator has configured. */
export interface Summarizer {
  /** Markdown; or why there is none, for the operator. */
  summarize(wanted: SummaryWanted): Promise<Either<string, string>>;
}
