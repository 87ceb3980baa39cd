import type { RealmEvent } from "./event";

/** Deeper lists, such as the words of a text, aren't rows. */
const deepest = 3;

const entriesIn = (value: unknown, depth: number): number => {
  if (typeof value !== "object" || value === null) return 0;
  const parts = Array.isArray(value) ? value : Object.values(value);
  const own = Array.isArray(value) ? value.length : 0;
  // What a list holds is as small as one row.
  if (depth === deepest || own > 0) return own;
  return parts.reduce<number>((sum, part) => sum + entriesIn(part, depth + 1), 0);
};

/**
 * About how many rows an event writes: one, and one for each entry of the lists in it, such as the people whom a message mentions. It
 * needs only be right within a factor of a few.
 */
export const weightOf = (event: RealmEvent): number => 1 + entriesIn(event, 0);
