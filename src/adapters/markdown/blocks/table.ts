import { type Block, type BlockRule, newBlock } from "./block";

/** Marks that matter for splitting cells: an escaped backslash or pipe, backticks, a pipe. */
const delimiters = /\\\\|\\`+|`+|\\\||\|/g;
const endBorder = /(?<!\\)(?:\\\\)*\|$/;

interface Ticks {
  readonly start: number;
  readonly end: number;
  readonly length: number;
  readonly isEscaped: boolean;
}

/** The code spans of a row: from backticks to the next run of the same length. */
const codeIn = (ticks: readonly Ticks[]): readonly (readonly [number, number])[] => {
  const regions: (readonly [number, number])[] = [];
  let next = 0;
  while (next < ticks.length) {
    const open = ticks[next];
    if (open === undefined) break;
    // An escaped backtick doesn't open code, but the ones after it do.
    const length = open.length - (open.isEscaped ? 1 : 0);
    const close = length === 0 ? -1 : ticks.findIndex((one, index) => index > next && one.length === length);
    const end = ticks[close]?.end;
    if (end === undefined) next += 1;
    else {
      regions.push([open.start, end]);
      next = close + 1;
    }
  }
  return regions;
};

/** Splits a row into cells at pipes outside code. */
const cellsOf = (row: string): readonly string[] => {
  const ticks: Ticks[] = [];
  const pipes: number[] = [];
  for (const { 0: mark, index } of row.matchAll(delimiters)) {
    if (mark === "|") pipes.push(index);
    else if (mark.includes("`")) {
      const isEscaped = mark.startsWith("\\");
      const length = mark.length - (isEscaped ? 1 : 0);
      ticks.push({ start: index, end: index + mark.length, length, isEscaped });
    }
  }
  const regions = codeIn(ticks);
  const separators = pipes.filter((pipe) => !regions.some(([start, end]) => pipe >= start && pipe <= end));
  return [...separators, row.length].map((end, index) => row.slice((separators[index - 1] ?? -1) + 1, end));
};

const isBordered = (row: string): boolean => row.startsWith("|") || endBorder.test(row);

const splitRow = (row: string, hasBorder: boolean): readonly string[] =>
  cellsOf(hasBorder ? row.replace(/^\|/, "").replace(endBorder, "") : row);

/** The side that a cell of dashes and colons aligns its column to. */
const sideOf = (mark: string): "left" | "center" | "right" | undefined => {
  if (mark.startsWith(":")) return mark.endsWith(":") ? "center" : "left";
  return mark.endsWith(":") ? "right" : undefined;
};

const alignmentOf = (separator: string): Block["attributes"] => {
  const side = sideOf(separator.trim());
  return side === undefined ? [] : [["style", `text-align: ${side};`]];
};

const maxCells = 20_000;

/** A table: a header row, a row of dashes, and rows of cells. */
export const tableRule: BlockRule = (chunk, { parent, chunks }) => {
  if (!chunk.includes("|")) return false;
  const [header = "", dashes, ...rows] = chunk.split("\n").map((row) => row.replace(/^ +| +$/g, ""));
  if (dashes === undefined) return false;
  const hasBorder = isBordered(header);
  const headings = splitRow(header, hasBorder);
  if (headings.length === 1 && !(hasBorder && [dashes, ...rows].every(isBordered))) return false;
  const separators = splitRow(dashes, hasBorder);
  if (separators.length !== headings.length || !/^[|:\- ]*$/.test(separators.join(""))) return false;
  // Missing cells are filled in. This limit keeps a short text from producing a million of them.
  if (headings.length * (rows.length + 1) > maxCells) return false;
  chunks.shift();
  const alignments = separators.map(alignmentOf);
  const rowOf = (tag: string, cells: readonly string[]): Block => {
    const row = newBlock("tr");
    for (const [index, alignment] of alignments.entries())
      row.children.push(newBlock(tag, (cells[index] ?? "").replace(/^ +| +$/g, ""), alignment));
    return row;
  };
  const table = newBlock("table");
  const head = newBlock("thead");
  head.children.push(rowOf("th", headings));
  const body = newBlock("tbody");
  for (const row of rows.length === 0 ? [""] : rows)
    body.children.push(rowOf("td", splitRow(row, hasBorder)));
  table.children.push(head, body);
  parent.children.push(table);
  return true;
};
