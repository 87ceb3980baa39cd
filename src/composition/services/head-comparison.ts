/** Compares heads periodically, and immediately on request. */
interface HeadComparison {
  readonly name: string;
  start(): void;
  /** Waits for the comparison in progress. */
  stop(): Promise<void>;
  /** Milliseconds since the last successful comparison. */
  age(): number;
  /** Compares now; during a comparison, once more after it. Does nothing after the stop. */
  soon(): void;
}

/** Between two comparisons, in milliseconds. Each pause is random, so that nodes don't query in step. */
const shortestPause = 2500;
const pauseSpread = 1000;

/** Runs the comparison about every three seconds, one at a time. */
export const headComparison = (
  compare: () => Promise<void>,
  onError: (error: unknown) => void,
): HeadComparison => {
  let succeededAt = performance.now();
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await compare().then(() => {
        succeededAt = performance.now();
      }, onError);
    } while (isAskedAgain);
    running = undefined;
  };
  const soon = (): void => {
    if (isStopped) return;
    if (running) isAskedAgain = true;
    else running = run();
  };
  const wait = (): void => {
    timer = setTimeout(
      async () => {
        soon();
        await running;
        if (!isStopped) wait();
      },
      shortestPause + Math.random() * pauseSpread,
    ).unref();
  };
  return {
    name: "comparison of heads",
    start: wait,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      isAskedAgain = false;
      await running;
    },
    soon,
    age: () => performance.now() - succeededAt,
  };
};
