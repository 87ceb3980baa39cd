/** How long requests begin in one turn of the event loop, in milliseconds. */
const longest = 10;

/** Begins work now, or in a later turn of the event loop. */
export type Begin = (work: () => void) => void;

/**
 * Spreads the beginnings of requests over turns of the event loop, in their order: once the requests begun in a turn
 * have used ten milliseconds, the rest wait for the next turn, so that requests arriving meanwhile are served in between.
 * Unlike `TurnQueue` and `SlicedWork`, it begins work at once while there is time.
 */
export const spreadOverTurns = (now: () => number = () => performance.now()): Begin => {
  let began: number | undefined;
  const forget = (): void => {
    began = undefined;
  };
  const begin: Begin = (work) => {
    if (began === undefined) {
      began = now();
      setImmediate(forget);
    } else if (now() - began >= longest) {
      setImmediate(begin, work);
      return;
    }
    work();
  };
  return begin;
};
