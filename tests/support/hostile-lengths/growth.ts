/** What one piece of work of a given size costs, in milliseconds of this process's processors. */
export type CostAt = (length: number) => Promise<number>;

/** In milliseconds: cheaper work is not judged, however it grows. */
const leastJudged = 50;
/** Lower costs count as this much, because they are measured no better. */
const resolution = 0.5;
const factor = 16;
/** Linear work costs 16 times as much, up to 60 if it makes the collector of garbage busy; quadratic work 256 times. */
const mostGrowth = 100;
const repeats = 4;
/** Longer texts are tried by eighths first: on the whole of one, the work might not end. */
const longAtOnce = 30_000;
const step = 8;

/** The least of several costs, each at a slightly different length: a repeated request may find its work done. */
const leastOf = async (cost: CostAt, length: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let less = 1; less <= repeats; less += 1)
    least = Math.min(least, await cost(Math.max(1, length - less)));
  return least;
};

/** Work that grows faster than its input. */
export interface Growth {
  readonly length: number;
  readonly milliseconds: number;
  /** What a sixteenth of it costs. */
  readonly sixteenth: number;
}

/** Compares the cost of this length with that of a sixteenth, both without what even the shortest input costs. */
const compared = async (cost: CostAt, length: number): Promise<Growth | undefined> => {
  // A first look: most work is cheap.
  if ((await cost(length)) < leastJudged) return undefined;
  const least = await leastOf(cost, 1);
  const short = await leastOf(cost, Math.floor(length / factor));
  const sixteenth = Math.max(resolution, short - least);
  const whole = (await leastOf(cost, length)) - least;
  if (whole < leastJudged || whole < sixteenth * mostGrowth) return undefined;
  return { length, milliseconds: Math.round(whole), sixteenth: Math.round(sixteenth * 10) / 10 };
};

/** The shortest input, up to this length, that shows growth; undefined if the cost grows as the input does, or is low. */
export const growthAt = async (cost: CostAt, length: number): Promise<Growth | undefined> => {
  const shorter = length > longAtOnce ? await growthAt(cost, Math.floor(length / step)) : undefined;
  return shorter ?? compared(cost, length);
};
