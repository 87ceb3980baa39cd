const looks = 8;

/** Work that goes on only if somebody else does their part, such as reading an answer. */
interface Watched {
  /** Grows while there is progress. */
  readonly progress: () => number;
  /** Whether it is their turn: pauses of our own don't count. */
  readonly isOwed: () => boolean;
  /** How long it may make none, in milliseconds. */
  readonly within: number;
}

/** Calls back once work has made no progress for too long, and again until the watch ends. Returns the function that ends it. */
export const whenStalled = ({ progress, isOwed, within }: Watched, stalled: () => void): (() => void) => {
  let before = progress();
  let idleLooks = 0;
  const watch = setInterval(() => {
    const now = progress();
    idleLooks = isOwed() && now === before ? idleLooks + 1 : 0;
    before = now;
    if (idleLooks >= looks) stalled();
  }, within / looks);
  return () => clearInterval(watch);
};
