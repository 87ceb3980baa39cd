import fc from "fast-check";
import { unicodeCatalog } from "../../src/adapters/emoji/unicode-catalog";
import { codesIn } from "../../web/src/views/emoji/emoji-codes";
import { emojiOrder } from "../../web/src/views/emoji/emoji-order";
import {
  columns,
  drawnRows,
  headingHeight,
  placeSections,
  rowHeight,
  sectionAt,
  sectionInView,
  stepInRows,
  topOfRow,
} from "../../web/src/views/emoji/emoji-rows";

test("each emoji is in one section", () => {
  const known = Object.keys(unicodeCatalog().namesByCode);
  const listed = Object.values(emojiOrder).flatMap((codes) => codesIn(codes, known));
  expect(listed.toSorted()).toEqual(known.toSorted());
});

/** Two full rows and three more emoji, then five, then a row and one. */
const sections = placeSections([19, 5, 9]);

test("sections follow each other, each below its heading", () => {
  expect(sections).toEqual([
    { start: 0, count: 19, rows: 3, top: 0 },
    { start: 19, count: 5, rows: 1, top: headingHeight + 3 * rowHeight },
    { start: 24, count: 9, rows: 2, top: 2 * headingHeight + 4 * rowHeight },
  ]);
  expect(topOfRow(sections, 23)).toBe(2 * headingHeight + 3 * rowHeight);
  expect([0, 10, headingHeight + 3 * rowHeight, 5000].map((top) => sectionInView(sections, top))).toEqual([
    0, 0, 1, 2,
  ]);
});

test.each([
  ["ArrowDown", 1, 9, "a row down"],
  ["ArrowDown", 13, 18, "a row down to the end of a shorter one"],
  ["ArrowDown", 17, 20, "to the same column of the next section"],
  ["ArrowDown", 23, 28, "again"],
  ["ArrowDown", 32, 32, "nowhere from the last row"],
  ["ArrowUp", 20, 17, "back to the same column"],
  ["ArrowUp", 23, 18, "to the end of a shorter row"],
  ["ArrowUp", 9, 1, "a row up"],
  ["ArrowUp", 3, 3, "nowhere from the first row"],
  ["ArrowRight", 18, 19, "into the next section"],
  ["ArrowLeft", 19, 18, "back into the one before"],
  ["ArrowRight", 32, 32, "nowhere from the end"],
  ["ArrowLeft", 0, 0, "nowhere from the start"],
  ["PageDown", 3, 19, "to the next section"],
  ["PageDown", 25, 32, "to the end of the last one"],
  ["PageUp", 26, 24, "to the start of the section"],
  ["PageUp", 24, 19, "and to the start of the one before"],
])("%s from %i leads to %i: %s", (key, from, to) => {
  expect(stepInRows(sections, from, key)).toBe(to);
});

test("other keys move nothing, and neither does any key where there is nothing", () => {
  expect(stepInRows(sections, 3, "a")).toBeUndefined();
  expect(stepInRows([], -1, "ArrowDown")).toBeUndefined();
});

test("whatever is in view is drawn, and little else", () => {
  const counts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(counts, fc.nat(20_000), fc.constantFrom(0, headingHeight), (many, scrolled, heading) => {
      const placed = placeSections(many, heading);
      let drawn = 0;
      for (const section of placed) {
        const { from, to } = drawnRows(section, scrolled, heading);
        drawn += Math.max(0, to - from);
        for (let row = 0; row < section.rows; row += 1) {
          const top = topOfRow(placed, section.start + row * columns, heading);
          const isInView = top + rowHeight > scrolled && top < scrolled + 300;
          if (isInView) expect(row >= from && row < to).toBe(true);
        }
      }
      // Three views, and a row at the edge of each section.
      expect(drawn).toBeLessThanOrEqual(900 / rowHeight + 2 + placed.length);
    }),
  );
});

test("each emoji is found in its section by its index", () => {
  expect([0, 18, 19, 23, 24, 32].map((index) => sectionAt(sections, index))).toEqual([0, 0, 1, 1, 2, 2]);
});
