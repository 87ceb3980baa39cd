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
/** Work on longer texts is tried on a short one first: on the whole it might not end. */
const longAtOnce = 30_000;
const tooMuch = 1000;

/** Processor time of this process, whatever else the machine does. */
export const processorTime = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** The least of several costs, each at a slightly different length: the same request twice may find its work done. */
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

/**
 * Compares the cost of this length with that of a sixteenth, both without what even the shortest input costs. Undefined
 * if it grows about as much as the input, or costs little.
 */
export const growthAt = async (cost: CostAt, length: number): Promise<Growth | undefined> => {
  const short = Math.floor(length / factor);
  const isQuick = length < longAtOnce || (await cost(short)) < tooMuch;
  // A first look: most work is cheap.
  if (isQuick && (await cost(length)) < leastJudged) return undefined;
  const least = await leastOf(cost, 1);
  const sixteenth = Math.max(resolution, (await leastOf(cost, short)) - least);
  const whole = (await leastOf(cost, length)) - least;
  if (whole < leastJudged || whole < sixteenth * mostGrowth) return undefined;
  return { length, milliseconds: Math.round(whole), sixteenth: Math.round(sixteenth * 10) / 10 };
};
