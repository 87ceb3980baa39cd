import { median } from "../load";

/** What a figure should be. */
interface Goal {
  readonly limit: "at least" | "at most";
  readonly value: number;
}

/** One figure of a table. */
export interface Row {
  readonly what: string;
  /** Decimal places. */
  readonly digits: number;
  readonly goal?: Goal;
}

export type Measured = readonly [row: Row, value: number];

export const atLeast = (value: number): Goal => ({ limit: "at least", value });

export const atMost = (value: number): Goal => ({ limit: "at most", value });

const line = (mark: string, what: string, value: string, goal: string, ratio: string): string =>
  `${mark} ${what.padEnd(64)} ${value.padEnd(26)} ${goal.padEnd(14)} ${ratio}`.trimEnd();

export const heading = line(" ", "measured", "value", "goal", "ratio");

export const isHeld = ({ limit, value: wanted }: Goal, value: number): boolean =>
  limit === "at least" ? value >= wanted : value <= wanted;

/** Whether the median of some runs misses the row's goal; where nothing at all is allowed, whether any run does. */
export const isMissed = ({ goal }: Row, values: readonly number[]): boolean => {
  if (goal === undefined) return false;
  const judged = goal.value === 0 ? values : [median(values)];
  return !judged.every((value) => isHeld(goal, value));
};

/** A row with its value, its goal and the ratio of both. Several runs give the median, and the least and the most. */
export const lineOf = (row: Row, values: readonly number[]): string => {
  const { what, digits, goal } = row;
  const value = median(values);
  const text = (one: number): string => one.toFixed(digits);
  const range = values.length > 1 ? ` (${text(Math.min(...values))} to ${text(Math.max(...values))})` : "";
  if (goal === undefined) return line(" ", what, text(value) + range, "", "");
  return line(
    isMissed(row, values) ? "✗" : " ",
    what,
    text(value) + range,
    `${goal.limit} ${goal.value}`,
    goal.value === 0 ? "" : (value / goal.value).toFixed(2),
  );
};
