/** How long one turn of the event loop may encode, in milliseconds. */
const sliceLength = 5;

/** An encoding that pauses wherever others may go on. */
type Steps<Result> = Generator<void, Result>;

interface Unfinished {
  /** Does some of the rest. @returns whether that was all. */
  readonly continues: () => boolean;
  readonly reject: (error: unknown) => void;
}

/** Long encodings by requester. Each requester's first one is under way, so that their others take no memory yet. */
const unfinished = new Map<string, Unfinished[]>();

const runSlice = <Result>(steps: Steps<Result>): IteratorResult<void, Result> => {
  const until = performance.now() + sliceLength;
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() >= until) return step;
  }
};

/** Gives one slice to each requester in turn, and one in each turn of the event loop, however many wait. */
const continueOne = (): void => {
  const [requester = "", waiting = []] = unfinished.entries().next().value ?? [];
  const [first] = waiting;
  unfinished.delete(requester);
  try {
    if (first?.continues()) waiting.shift();
  } catch (error) {
    waiting.shift();
    first?.reject(error);
  }
  if (waiting.length > 0) unfinished.set(requester, waiting);
  if (unfinished.size > 0) setImmediate(continueOne);
};

const continueLater = (requester: string, one: Unfinished): void => {
  const waiting = unfinished.get(requester);
  if (waiting) {
    waiting.push(one);
    return;
  }
  unfinished.set(requester, [one]);
  if (unfinished.size === 1) setImmediate(continueOne);
};

/** The result of the steps: at once, unless they take longer than a slice or an earlier encoding for the requester does. */
export const inSlices = <Result>(requester: string, steps: Steps<Result>): Result | Promise<Result> => {
  if (!unfinished.has(requester)) {
    const step = runSlice(steps);
    if (step.done) return step.value;
  }
  return new Promise((resolve, reject) => {
    const continues = (): boolean => {
      const step = runSlice(steps);
      if (step.done) resolve(step.value);
      return step.done === true;
    };
    continueLater(requester, { continues, reject });
  });
};
