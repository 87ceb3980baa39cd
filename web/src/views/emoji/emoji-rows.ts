/** The measures of the grid in pixels, as the style sheet has them. Only the rows near the view are in the document. */
export const columns = 8;
export const rowHeight = 36;
export const headingHeight = 28;
/** How far above and below the view rows are drawn before they are scrolled to. */
const ahead = 300;
/** The maximum height of a grid. */
const tallest = 300;

/** A section in the grid of all. */
export interface PlacedSection {
  /** The index of its first emoji among all. */
  readonly start: number;
  readonly count: number;
  readonly rows: number;
  /** Where its heading begins. */
  readonly top: number;
}

/** Stacks sections with the given numbers of emoji. */
export const placeSections = (
  counts: readonly number[],
  heading = headingHeight,
): readonly PlacedSection[] => {
  let start = 0;
  let top = 0;
  return counts.map((count) => {
    const rows = Math.ceil(count / columns);
    const placed = { start, count, rows, top };
    start += count;
    top += heading + rows * rowHeight;
    return placed;
  });
};

/** The section that an emoji is in, by its index among all. */
export const sectionAt = (sections: readonly PlacedSection[], index: number): number =>
  sections.findLastIndex(({ start }) => start <= index);

/** The section whose emoji are at the top of the view. */
export const sectionInView = (sections: readonly PlacedSection[], scrolled: number): number =>
  Math.max(
    0,
    sections.findLastIndex(({ top }) => top <= scrolled + 1),
  );

/** Where the row of an emoji begins. */
export const topOfRow = (
  sections: readonly PlacedSection[],
  index: number,
  heading = headingHeight,
): number => {
  const { start, top } = sections[sectionAt(sections, index)] ?? { start: 0, top: 0 };
  return top + heading + Math.floor((index - start) / columns) * rowHeight;
};

/** The rows of a section that are drawn: `from` inclusive, `to` exclusive. */
export const drawnRows = (
  { top, rows }: PlacedSection,
  scrolled: number,
  heading = headingHeight,
): { readonly from: number; readonly to: number } => {
  const rowAt = (height: number) =>
    Math.max(0, Math.min(rows, Math.ceil((height - top - heading) / rowHeight)));
  return { from: Math.max(0, rowAt(scrolled - ahead) - 1), to: rowAt(scrolled + tallest + ahead) };
};

const clamped = (index: number, { count }: PlacedSection): number => Math.min(index, count - 1);

/** Where a key leads from an emoji; undefined if it moves nothing. The column is kept across sections. */
export const stepInRows = (
  sections: readonly PlacedSection[],
  at: number,
  key: string,
): number | undefined => {
  const here = sectionAt(sections, at);
  const section = sections[here];
  if (section === undefined) return undefined;
  const last = sections.reduce((sum, { count }) => sum + count, 0) - 1;
  const [before, after] = [sections[here - 1], sections[here + 1]];
  const within = at - section.start;
  const row = Math.floor(within / columns);
  switch (key) {
    case "ArrowRight":
      return Math.min(at + 1, last);
    case "ArrowLeft":
      return Math.max(at - 1, 0);
    case "ArrowDown":
      if (row < section.rows - 1) return section.start + clamped(within + columns, section);
      return after ? after.start + clamped(within % columns, after) : at;
    case "ArrowUp":
      if (row > 0) return at - columns;
      return before ? before.start + clamped((before.rows - 1) * columns + (within % columns), before) : at;
    case "PageDown":
      return after?.start ?? last;
    case "PageUp":
      return within > 0 ? section.start : (before?.start ?? 0);
    default:
      return undefined;
  }
};
