import type { Blocks } from "./message-terms";

/** When a search changes its strategy. */
export interface SearchLimits {
  /** How many of the organization's messages a search looks at, step by step, before it goes by conversation. */
  readonly nearby: readonly number[];
  /** A term is common if more messages than this have it. */
  readonly rare: number;
  /** The blocks in which a search by terms looks, step by step, before it looks everywhere. */
  readonly blocks: readonly Blocks[];
}

export const usualLimits: SearchLimits = {
  nearby: [1000, 20_000],
  rare: 5000,
  blocks: [
    { bits: 10, count: 2 },
    { bits: 16, count: 2 },
  ],
};
