/** Work that is done again and again in the background, one run at a time. */
interface Recurring {
  /** Starts no more, and waits for the run that is under way, which is told to end. */
  stop(): Promise<void>;
}

interface Options {
  readonly everyMilliseconds: number;
  /** Whether the first run is at once. */
  readonly atOnce: boolean;
  readonly onError: (error: unknown) => void;
}

/** Does the work again and again; a run that takes longer than the time between two puts the next one off. */
export const recurring = (
  work: (stopping: AbortSignal) => Promise<void>,
  { everyMilliseconds, atOnce, onError }: Options,
): Recurring => {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= work(stopping.signal)
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, everyMilliseconds);
  if (atOnce) run();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};
