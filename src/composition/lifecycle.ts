/** Something that a process starts and stops. Before it is started, it does nothing. */
export interface Service {
  /** As the log names it. */
  readonly name: string;
  /**
   * Resolves when it is up. One that fails cleans up after itself: it isn't stopped. One that waits for others fails
   * when the signal comes: the process is to end.
   */
  start(ending?: AbortSignal): Promise<void>;
  stop(): Promise<void>;
  /** How long stopping may take, in milliseconds, where that isn't the usual time. */
  readonly stopsWithin?: number;
}

/** Services that have started. */
export interface Running {
  /** Stops them in reverse order, each within its time. Resolves to the names of those that didn't stop. */
  stop(): Promise<readonly string[]>;
}

/** Takes what went wrong with a service. */
export type ServiceLog = (failure: { readonly service: string; readonly err: unknown }) => void;

const usualTime = 10_000;

/** A service of which there is only one side, or neither: the other does nothing. */
export const service = (name: string, sides: Partial<Omit<Service, "name">>): Service => ({
  name,
  start: async () => {},
  stop: async () => {},
  ...sides,
});

/**
 * Starts services one after the other. If one fails, those before it are stopped, and it fails with that error. When the
 * signal comes, no further one is started; whoever gave it stops the others.
 */
export const startAll = async (
  services: readonly Service[],
  log: ServiceLog,
  ending: AbortSignal = new AbortController().signal,
): Promise<Running> => {
  const started: Service[] = [];
  for (const one of services) {
    if (ending.aborted) break;
    try {
      await one.start(ending);
    } catch (error) {
      if (ending.aborted) break;
      await stopAll(started, log);
      throw error;
    }
    started.push(one);
  }
  let stopping: Promise<readonly string[]> | undefined;
  return {
    stop: () => {
      stopping ??= stopAll(started, log);
      return stopping;
    },
  };
};

const stopAll = async (started: readonly Service[], log: ServiceLog): Promise<readonly string[]> => {
  const failed: string[] = [];
  for (const one of started.toReversed()) {
    try {
      await inTime(one);
    } catch (err) {
      failed.push(one.name);
      log({ service: one.name, err });
    }
  }
  return failed;
};

/** Stops a service, and waits for it no longer than it may take. */
const inTime = async ({ stop, stopsWithin = usualTime }: Service): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not stop within ${stopsWithin} ms`)), stopsWithin);
  });
  try {
    await Promise.race([stop(), late]);
  } finally {
    clearTimeout(timer);
  }
};
