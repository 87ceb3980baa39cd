import { isHeld, type Row } from "../table/row";

/** The figures of a peer, one for each row. */
export interface Column {
  readonly name: string;
  readonly values: readonly number[];
}

/** The peer that goals refer to: a row's goal is a ratio to its figure. */
const isReference = ({ name }: Column): boolean => name.startsWith("ejabberd");
const isOurs = ({ name }: Column): boolean => name.startsWith("Parley");

const narrowest = 15;

const line = (
  mark: string,
  what: string,
  columns: readonly (readonly [name: string, cell: string])[],
  goal: string,
): string => {
  const cells = columns.map(([name, cell]) => cell.padEnd(Math.max(narrowest, name.length)));
  return `${mark} ${what.padEnd(58)} ${cells.join("  ")}  ${goal}`.trimEnd();
};

const lineOf = ({ what, digits, goal }: Row, index: number, columns: readonly Column[]): string => {
  const reference = columns.find(isReference)?.values[index];
  let isMissed = false;
  const cells = columns.map((column) => {
    const value = column.values[index] ?? Number.NaN;
    const text = value.toFixed(digits);
    if (reference === undefined || !isOurs(column)) return [column.name, text] as const;
    const ratio = value / reference;
    if (goal && !isHeld(goal, ratio)) isMissed = true;
    return [column.name, `${text} (${ratio.toFixed(2)})`] as const;
  });
  return line(isMissed ? "✗" : " ", what, cells, goal ? `${goal.limit} ${goal.value}` : "");
};

/** A table with a column for each peer, and behind Parley's figures their ratio to ejabberd's. */
export const comparisonOf = (rows: readonly Row[], columns: readonly Column[]): string =>
  [
    line(
      " ",
      "measured (ratio to ejabberd)",
      columns.map(({ name }) => [name, name] as const),
      "goal",
    ),
    ...rows.map((row, index) => lineOf(row, index, columns)),
  ].join("\n");
