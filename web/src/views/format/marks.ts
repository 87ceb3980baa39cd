// Formats between marks: bold, italics, strikethrough, code and formulas within a line.
import { type Edit, type Selected, withoutSpaces } from "./edit";

interface Mark {
  readonly sign: string;
  readonly length: number;
  /** Whether this many signs in a row include the mark: three stars are bold and italic. */
  readonly isIn: (count: number) => boolean;
}

const marks = {
  bold: { sign: "*", length: 2, isIn: (count) => count >= 2 },
  italic: { sign: "*", length: 1, isIn: (count) => count % 2 === 1 },
  strikethrough: { sign: "~", length: 2, isIn: (count) => count === 2 },
  code: { sign: "`", length: 1, isIn: (count) => count >= 1 },
  math: { sign: "$", length: 2, isIn: (count) => count === 2 },
} as const satisfies Readonly<Record<string, Mark>>;

export type MarkName = keyof typeof marks;

const countAtStart = (text: string, sign: string): number => {
  let count = 0;
  while (text[count] === sign) count += 1;
  return count;
};
const countAtEnd = (text: string, sign: string): number =>
  countAtStart([...text.slice(-5)].reverse().join(""), sign);

/** What precedes a line's words: the marks of lists and quotations. */
const beginning = /^(?:\s*(?:[*+-]|\d+\.|>)\s+)*\s*/;

/** The length of the mark around a text: code needs more backticks around it than it contains. */
const lengthAround = (text: string, name: MarkName): number => {
  if (name !== "code") return marks[name].length;
  return 1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([signs]) => signs.length));
};

/**
 * How many characters to remove from a side that has more of them. The backticks of code are one mark, however many
 * there are.
 */
const takenOf = (count: number, name: MarkName): number => (name === "code" ? count : marks[name].length);

/** Puts marks around each line's words, or takes them away if all have them. */
const markLines = (text: string, name: MarkName): string => {
  const { sign, isIn }: Mark = marks[name];
  const lines = text.split("\n").map((line) => {
    const start = beginning.exec(line)?.[0] ?? "";
    const words = line.slice(start.length).trimEnd();
    const count = Math.min(countAtStart(words, sign), countAtEnd(words, sign));
    return { start, words, count, isMarked: count * 2 < words.length && isIn(count) };
  });
  const areMarked = lines.every(({ words, isMarked }) => words === "" || isMarked);
  const mark = sign.repeat(lengthAround(text, name));
  return lines
    .map(({ start, words, count }) => {
      if (words === "") return start;
      const taken = takenOf(count, name);
      return start + (areMarked ? words.slice(taken, -taken) : mark + words + mark);
    })
    .join("\n");
};

/** Puts marks around the selection, or removes those that are already around it or in it. */
export const toggleMark = (selected: Selected, name: MarkName): Edit => {
  const { value, from, to } = withoutSpaces(selected);
  const text = value.slice(from, to);
  const { sign, isIn }: Mark = marks[name];
  const around = Math.min(countAtEnd(value.slice(0, from), sign), countAtStart(value.slice(to), sign));
  if (isIn(around)) {
    const taken = takenOf(around, name);
    return { from: from - taken, to: to + taken, text, select: [from - taken, to - taken] };
  }
  const length = lengthAround(text, name);
  if (text === "") {
    const mark = sign.repeat(length);
    return { from, to, text: mark + mark, select: [from + length, from + length] };
  }
  const changed = markLines(text, name);
  // The text stays selected, without its marks.
  const isOne = !text.includes("\n") && changed.length > text.length;
  const inner = isOne ? length : 0;
  return { from, to, text: changed, select: [from + inner, from + changed.length - inner] };
};
