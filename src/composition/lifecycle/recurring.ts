import { withTimeout } from "../../application/with-timeout";
import type { Service } from "./lifecycle";

interface Options {
  readonly everyMilliseconds: number;
  /** Whether the first run starts immediately. */
  readonly atOnce: boolean;
  readonly onError: (error: unknown) => void;
  /** How long stopping waits for the current run, in milliseconds; by default until the run ends. */
  readonly patience?: number;
}

/**
 * Runs work periodically in the background, one run at a time; a run longer than the interval delays the
 * next. Stopping starts no further run, signals the current one to end, and waits for it.
 */
export const recurring = (
  name: string,
  work: (stopping: AbortSignal) => Promise<void>,
  { everyMilliseconds, atOnce, onError, patience }: Options,
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
      if (running === undefined || patience === undefined) await running;
      else await withTimeout("no end", patience, running).catch(() => undefined);
    },
  };
};
