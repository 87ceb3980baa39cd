import { TimerWheel } from "../../../application/queues/timer-wheel";

/** Milliseconds: https://html.spec.whatwg.org/multipage/server-sent-events.html#authoring-notes advises about 15 seconds. */
const shortestQuiet = 15_000;
const quietSpread = 4500;

/** Keeps quiet streams alive before a proxy considers them dead. One timer serves thousands. */
export class QuietStreams {
  private readonly wheel = new TimerWheel();

  /** @param longest how long a stream may be quiet, in milliseconds: random, so that streams that began together spread out. */
  constructor(private readonly longest = (): number => shortestQuiet + Math.random() * quietSpread) {}

  /**
   * Calls `speak` whenever nothing was written for long since the time of `lastWrite`, by `performance.now()`. @returns the
   * function that ends this.
   */
  watch(lastWrite: () => number, speak: () => void): () => void {
    const { wheel } = this;
    let longest = this.longest();
    let isWatched = true;
    const look = (): void => {
      if (!isWatched) return;
      const quietFor = performance.now() - lastWrite();
      let wait = longest - quietFor;
      if (wait <= 0) {
        speak();
        longest = this.longest();
        wait = longest;
      }
      slot = wheel.add(wait, look);
    };
    let slot = wheel.add(longest, look);
    return () => {
      isWatched = false;
      wheel.remove(slot, look);
    };
  }
}
