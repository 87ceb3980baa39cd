/** How long one turn of the event loop may encode, in milliseconds. */
const sliceLength = 5;

/** An encoding that is split into short steps. Other work may run in between. */
export interface Steps<Result> {
  /** Takes one step. @returns whether it was the last one. */
  step(): boolean;
  readonly result: Result;
}

interface Unfinished {
  /** Does some of the rest. @returns whether that was all. */
  readonly continues: () => boolean;
  readonly reject: (error: unknown) => void;
}

/** Long encodings by requester. Each requester's first one is under way, so that their others take no memory yet. */
const unfinished = new Map<string, Unfinished[]>();

/** @returns whether all is done. */
const runSlice = (steps: Steps<unknown>): boolean => {
  const until = performance.now() + sliceLength;
  for (;;) {
    if (steps.step()) return true;
    if (performance.now() >= until) return false;
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
  if (!unfinished.has(requester) && runSlice(steps)) return steps.result;
  return new Promise((resolve, reject) => {
    const continues = (): boolean => {
      const isDone = runSlice(steps);
      if (isDone) resolve(steps.result);
      return isDone;
    };
    continueLater(requester, { continues, reject });
  });
};
