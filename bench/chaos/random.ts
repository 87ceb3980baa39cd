/** Random choices that repeat for the same seed. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<A>(list: readonly A[]): A;
  shuffle<A>(list: readonly A[]): readonly A[];
}

/** Mulberry32: small, and good enough to pick what goes wrong next. */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <A>(list: readonly A[]): A => {
    const [chosen] = list.slice(between(0, list.length - 1));
    if (chosen === undefined) throw new Error("There's nothing to pick from");
    return chosen;
  };
  return {
    next,
    between,
    pick,
    shuffle: (list) =>
      list
        .map((one) => ({ one, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one),
  };
};
