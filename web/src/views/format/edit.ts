/** A text with what is selected in it; a caret if both ends are the same. */
export interface Selected {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** Text that takes the place of a part of another, and what is selected after that. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly select: readonly [from: number, to: number];
}

/** What is selected, without the spaces around it: marks next to a space mark nothing. */
export const withoutSpaces = ({ value, from, to }: Selected): Selected => {
  const text = value.slice(from, to);
  if (text.trim() === "") return { value, from, to };
  return {
    value,
    from: from + text.length - text.trimStart().length,
    to: to - text.length + text.trimEnd().length,
  };
};

/** The whole lines that what is selected touches. A selection that ends at the start of a line leaves that line out. */
export const linesOf = ({ value, from, to }: Selected): Selected => {
  const last = to > from && value[to - 1] === "\n" ? to - 1 : to;
  const end = value.indexOf("\n", last);
  return { value, from: value.lastIndexOf("\n", from - 1) + 1, to: end < 0 ? value.length : end };
};
