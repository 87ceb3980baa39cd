/** How long background work rests, as a multiple of how long it just took. */
const restsFor = 9;
/** In milliseconds. One slow batch shouldn't end the work for today. */
const longestRest = 30_000;

/**
 * Keeps background work to a tenth of the time: the rest is for requests. On a busy server a batch takes longer, and so does the rest
 * after it.
 */
export class Pace {
  private since = performance.now();

  constructor(private readonly stopping: AbortSignal | undefined) {}

  /** Rests after a batch, unless the server stops. */
  async rest(): Promise<void> {
    const took = performance.now() - this.since;
    await pause(Math.min(longestRest, took * restsFor), this.stopping);
    this.since = performance.now();
  }
}

/** Ends early when the signal aborts. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : milliseconds);
    timer.unref();
    signal?.addEventListener("abort", end);
  });
