/** Text that a user keeps to write it again. */
export interface SavedSnippet {
  readonly id: number;
  readonly title: string;
  /** Markdown. */
  readonly content: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** In Unicode code points. */
export const snippetLimits = { titleLength: 60 } as const;
