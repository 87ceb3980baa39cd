import type { Service } from "./lifecycle";

interface Options {
  readonly everyMilliseconds: number;
  /** Whether the first run is at once. */
  readonly atOnce: boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Work that is done again and again in the background, one run at a time; a run that takes longer than the time
 * between two puts the next one off. Stopping starts no more, and waits for the run under way, which is told to end.
 */
export const recurring = (
  name: string,
  work: (stopping: AbortSignal) => Promise<void>,
  { everyMilliseconds, atOnce, onError }: Options,
): Service => {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const run = (): void => {
    running ??= work(stopping.signal)
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  return {
    name,
    start: async () => {
      timer = setInterval(run, everyMilliseconds);
      if (atOnce) run();
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};
