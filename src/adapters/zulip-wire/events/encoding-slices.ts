/** How long one turn of the event loop may encode, in milliseconds. */
const sliceLength = 5;
/**
 * Characters that long encodings hold together before they are finished. Beyond that, only the first in line goes on, and newcomers
 * begin when it is their turn: the memory of a crowd's long answers is that of a few. A character takes one to two bytes here.
 */
const mostTogether = 32_000_000;

/** An encoding that is split into short steps. Other work may run in between. */
export interface Steps<Result> {
  /** Takes one step. @returns whether it was the last one. */
  step(): boolean;
  /** Forgets what was encoded so far: the next step is the first one again. */
  restart(): void;
  /** Characters encoded so far. */
  readonly length: number;
  readonly result: Result;
}

interface Unfinished {
  readonly steps: Steps<unknown>;
  readonly finish: () => void;
  readonly reject: (error: unknown) => void;
}

/** @returns whether all is done. */
const runSlice = (steps: Steps<unknown>): boolean => {
  const until = performance.now() + sliceLength;
  for (;;) {
    if (steps.step()) return true;
    if (performance.now() >= until) return false;
  }
};

/**
 * Runs encodings that take more than a slice. Unlike `TurnQueue` and `SlicedWork`, it interrupts each piece of work, goes round the
 * requesters, and limits memory.
 */
export class EncodingSlices {
  /** Long encodings by requester. Each requester's first one is under way, so that their others take no memory yet. */
  private readonly unfinished = new Map<string, Unfinished[]>();

  constructor(private readonly most = mostTogether) {}

  /** The result of the steps: at once, unless they take longer than a slice or an earlier encoding for the requester does. */
  run<Result>(requester: string, steps: Steps<Result>): Result | Promise<Result> {
    const waiting = this.unfinished.get(requester);
    if (waiting === undefined && runSlice(steps)) return steps.result;
    return new Promise((resolve, reject) => {
      const one = { steps, finish: () => resolve(steps.result), reject };
      if (waiting) waiting.push(one);
      else this.begin(requester, one);
    });
  }

  private begin(requester: string, one: Unfinished): void {
    if (this.length + one.steps.length > this.most) one.steps.restart();
    this.unfinished.set(requester, [one]);
    if (this.unfinished.size === 1) setImmediate(this.continueOne);
  }

  /** Characters of all encodings under way. */
  private get length(): number {
    let length = 0;
    for (const [one] of this.unfinished.values()) length += one?.steps.length ?? 0;
    return length;
  }

  /**
   * Gives one slice to each requester in turn, and one in each turn of the event loop, however many wait. As long as there is too much
   * under way, the turn stays with the first, whose end makes room.
   */
  private readonly continueOne = (): void => {
    const { unfinished } = this;
    const [requester = "", waiting = []] = unfinished.entries().next().value ?? [];
    const [first] = waiting;
    try {
      if (first && runSlice(first.steps)) {
        waiting.shift();
        first.finish();
      }
    } catch (error) {
      waiting.shift();
      first?.reject(error);
    }
    const isOver = waiting.length === 0;
    const isNext = waiting[0] !== first;
    if (isOver || isNext || this.length < this.most) unfinished.delete(requester);
    if (!isOver) unfinished.set(requester, waiting);
    if (unfinished.size > 0) setImmediate(this.continueOne);
  };
}

const slices = new EncodingSlices();

/** The result of the steps, within what all of the process share. */
export const inSlices = <Result>(requester: string, steps: Steps<Result>): Result | Promise<Result> =>
  slices.run(requester, steps);
