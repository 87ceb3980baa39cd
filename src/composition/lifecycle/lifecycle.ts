import { withTimeout } from "../../application/with-timeout";

/** A part of the process that starts and stops. It does nothing before its start. */
export interface Component {
  /** Its name in the log. */
  readonly name: string;
  /**
   * Resolves when it is up. A component that fails cleans up after itself and isn't stopped. A component that waits for others
   * rejects when the signal aborts.
   */
  start(ending?: AbortSignal): Promise<void>;
  stop(): Promise<void>;
  /** How long stopping may take, in milliseconds, if not the default. */
  readonly stopsWithin?: number;
}

/** Started components. */
export interface Running {
  /**
   * Stops them in reverse order, each within its time limit. Resolves to the names of those that didn't stop.
   */
  stop(): Promise<readonly string[]>;
}

/** Receives a component's failure, under its name. */
export type StopFailureLog = (failure: { readonly service: string; readonly err: unknown }) => void;

const usualTime = 10_000;

/** A component with one side, or neither: the missing side does nothing. */
export const component = (name: string, sides: Partial<Omit<Component, "name">>): Component => ({
  name,
  start: async () => {},
  stop: async () => {},
  ...sides,
});

/**
 * Starts components one after another. If one fails, those before it are stopped, and it rejects with that
 * error. Starts no further one after the signal; the caller then stops the others.
 */
export const startAll = async (
  components: readonly Component[],
  log: StopFailureLog,
  ending: AbortSignal = new AbortController().signal,
): Promise<Running> => {
  const started: Component[] = [];
  for (const component of components) {
    if (ending.aborted) break;
    try {
      await component.start(ending);
    } catch (error) {
      if (ending.aborted) break;
      await stopAll(started, log);
      throw error;
    }
    started.push(component);
  }
  let stopping: Promise<readonly string[]> | undefined;
  return {
    stop: () => {
      stopping ??= stopAll(started, log);
      return stopping;
    },
  };
};

const stopAll = async (started: readonly Component[], log: StopFailureLog): Promise<readonly string[]> => {
  const failed: string[] = [];
  for (const { name, stop, stopsWithin = usualTime } of started.toReversed()) {
    try {
      await withTimeout("Not stopped", stopsWithin, stop());
    } catch (err) {
      failed.push(name);
      log({ service: name, err });
    }
  }
  return failed;
};
