/** Which of a list's messages are in the document: `from` up to, but not with, `to`. */
export interface Shown {
  readonly from: number;
  readonly to: number;
}

/** Messages in the document, at most; and how many come and go at once. */
export const mostShown = 160;
const step = 60;
const firstBefore = 20;
const firstAfter = 40;

/** What is shown at first around a place. */
export const shownAround = (index: number, length: number): Shown => {
  const to = Math.min(length, index + firstAfter);
  return { from: Math.max(0, Math.min(index - firstBefore, to - firstBefore - firstAfter)), to };
};

/** What is shown after moving towards an end. */
export const moved = ({ from, to }: Shown, towards: "older" | "newer", length: number): Shown => {
  if (towards === "older") {
    const next = Math.max(0, from - step);
    return { from: next, to: Math.min(to, next + mostShown) };
  }
  const next = Math.min(length, to + step);
  return { from: Math.max(from, next - mostShown), to: next };
};

/** The first place whose id is at least this one. */
export const placeOfId = (ids: readonly number[], id: number): number => {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
};
