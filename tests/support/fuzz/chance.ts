import { seeded } from "../../../bench/chaos/random";

/** Choices that come out the same for the same seed. */
export interface Chance {
  pick<A>(from: readonly A[]): A;
  between(least: number, most: number): number;
  /** True so many times of a hundred. */
  percent(share: number): boolean;
}

export const chanceOf = (seed: number): Chance => {
  const { pick, between } = seeded(seed);
  return { pick, between, percent: (share) => between(1, 100) <= share };
};
