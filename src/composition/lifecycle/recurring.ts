import { withTimeout } from "../../application/with-timeout";
import type { Component } from "./lifecycle";

interface Options {
  readonly everyMilliseconds: number;
  /** Each pause is longer by a random part of this many milliseconds, so that nodes don't work in step. */
  readonly spreadMilliseconds?: number;
  /** Whether the first run starts immediately. */
  readonly atOnce: boolean;
  readonly onError: (error: unknown) => void;
  /** How long stopping waits for the current run, in milliseconds; by default until the run ends. */
  readonly patience?: number;
}

interface Recurring extends Component {
  /** Runs at once. If a run is in progress, another follows it. Does nothing after the stop. */
  soon(): void;
}

/**
 * Runs work periodically in the background, one run at a time; a run longer than the interval delays the
 * next. Stopping starts no further run, signals the current one to end, and waits for it.
 */
export const recurring = (
  name: string,
  work: (stopping: AbortSignal) => Promise<void>,
  { everyMilliseconds, spreadMilliseconds = 0, atOnce, onError, patience }: Options,
): Recurring => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      try {
        await work(signal);
      } catch (error) {
        onError(error);
      }
    } while (isAskedAgain && !signal.aborted);
    running = undefined;
  };
  const wait = (): void => {
    timer = setTimeout(
      () => {
        running ??= run();
        wait();
      },
      everyMilliseconds + Math.random() * spreadMilliseconds,
    );
  };
  return {
    name,
    start: async () => {
      wait();
      if (atOnce) running ??= run();
    },
    stop: async () => {
      clearTimeout(timer);
      stopping.abort();
      if (running === undefined || patience === undefined) await running;
      else await withTimeout("no end", patience, running).catch(() => undefined);
    },
    soon: () => {
      if (signal.aborted) return;
      if (running) isAskedAgain = true;
      else running = run();
    },
  };
};
