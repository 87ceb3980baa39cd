import type { Blocks } from "./message-terms";

/** Where a search changes its way. */
export interface SearchLimits {
  /** How many of the organization's messages a search looks at, in one step after another, before it goes by conversation. */
  readonly nearby: readonly number[];
  /** What more messages than this have is common. */
  readonly rare: number;
  /** In which blocks a search by terms looks, in one step after another, before it looks everywhere. */
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
