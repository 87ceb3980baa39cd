/** The messages that are in the document: `from` inclusive, `to` exclusive. */
export interface RenderedRange {
  readonly from: number;
  readonly to: number;
}

/** How many messages are in the document at most, and how many are added or removed at once. */
export const maxRendered = 160;
const step = 60;
const firstBefore = 20;
const firstAfter = 40;

/** The window to show at first around an index. */
export const windowAround = (index: number, length: number): RenderedRange => {
  const to = Math.min(length, index + firstAfter);
  return { from: Math.max(0, Math.min(index - firstBefore, to - firstBefore - firstAfter)), to };
};

/** The window after moving toward an end. */
export const movedTowards = (
  { from, to }: RenderedRange,
  towards: "older" | "newer",
  length: number,
): RenderedRange => {
  if (towards === "older") {
    const next = Math.max(0, from - step);
    return { from: next, to: Math.min(to, next + maxRendered) };
  }
  const next = Math.min(length, to + step);
  return { from: Math.max(from, next - maxRendered), to: next };
};

/** The first index whose id is at least this one. */
export const indexOfId = (ids: readonly number[], id: number): number => {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
};
