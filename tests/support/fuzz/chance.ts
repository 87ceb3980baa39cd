import { seeded } from "../../../bench/chaos/random";

/** Random choices that repeat for the same seed. */
export interface Chance {
  pick<A>(from: readonly A[]): A;
  between(least: number, most: number): number;
  /** True in this percentage of cases. */
  percent(share: number): boolean;
  shuffle<A>(list: readonly A[]): readonly A[];
}

export const chanceOf = (seed: number): Chance => {
  const { pick, between, shuffle } = seeded(seed);
  return { pick, between, shuffle, percent: (share) => between(1, 100) <= share };
};
