import type { Either } from "fp-ts/Either";

/** The messages to summarize, in order of sending. */
export interface SummarizedMessage {
  readonly sender: string;
  /** Markdown. */
  readonly content: string;
}

export interface SummaryRequest {
  /** The channel and topic, if they are the same for all messages. */
  readonly place: string | undefined;
  readonly messages: readonly SummarizedMessage[];
  readonly mostSentences: number;
}

/** Writes summaries with the model that the operator has configured. */
export interface Summarizer {
  /** The summary as Markdown, or why there is none, for the operator. */
  summarize(request: SummaryRequest): Promise<Either<string, string>>;
}
