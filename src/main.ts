import * as E from "fp-ts/Either";
import { processCount } from "./composition/adapters/process-count";
import { nameOfServer } from "./composition/adapters/server-name";
import { storageOf } from "./composition/adapters/storage";
import { startNow } from "./composition/components/built-client";
import { showFirstSteps } from "./composition/components/first-realm";
import { type Log, logWarnings, openLog } from "./composition/components/log";
import { openMetrics } from "./composition/components/metrics";
import { tuneGarbageCollection } from "./composition/lifecycle/garbage-collection";
import { startPrimary } from "./composition/processes/primary";
import { startServer } from "./composition/start-server";
import { type Config, readConfig } from "./config/config";

const fail = (line: string): never => {
  process.stderr.write(`parley: ${line}\n`);
  process.exit(1);
};

const parentCheckMilliseconds = 100;

/**
 * The shell that `npm start` runs dies of SIGTERM without passing it on, so its end also stops the server.
 */
const whenShellEnds = (stop: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(check);
    stop();
  }, parentCheckMilliseconds);
  check.unref();
};

const whenAskedToEnd = (stop: () => void): void => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  whenShellEnds(stop);
};

/** Starts the server in this process alone. */
const startAlone = async (config: Config, { logger, onError }: Log, ending: AbortSignal) => {
  const storage = storageOf(config, {
    log: (line) => logger.debug({ postgres: line }),
    warn: (line) => logger.warn(line),
    mayUseRunningServer: false,
    name: nameOfServer(config, process.pid),
  });
  const { metrics, component: figures } = openMetrics(config, { log: (line) => logger.info(line), onError });
  const { running, application, site } = await startServer(
    config,
    { storage, metrics, logger, onError, run: startNow(), first: figures },
    ending,
  );
  if (!ending.aborted) await showFirstSteps(application.services, config, site.url());
  return { running, storage, site };
};

/** Starts the server, or stops early when the signal aborts. */
const start = async (config: Config, log: Log, ending: AbortSignal) => {
  const count = processCount(config);
  return count === 1 ? startAlone(config, log, ending) : startPrimary(config, { count, ...log }, ending);
};

const main = async (): Promise<void> => {
  tuneGarbageCollection();
  const read = readConfig(process.env);
  if (E.isLeft(read)) return fail(read.left);
  const config = read.right;
  const log = openLog(config);
  logWarnings(log.logger);
  const ending = new AbortController();
  const started = start(config, log, ending.signal);

  const stop = async (code: number): Promise<void> => {
    if (ending.signal.aborted) return;
    ending.abort();
    // A half-started server can't be stopped: waits for the start, which `ending` cuts short.
    const { running } = await started;
    const left = await running.stop();
    if (left.length > 0) fail(`didn't stop cleanly: ${left.join(", ")}`);
    process.exit(code);
  };
  // `main` reports a failed start.
  whenAskedToEnd(() => stop(0).catch(() => undefined));
  const { storage, site } = await started;
  if (ending.signal.aborted) return;
  if (config.mode === "development")
    log.logger.warn("DEVELOPMENT MODE: anyone who reaches this server can log in as anyone");
  process.stdout.write(`Parley listens on ${site.listensAt()}\n`);

  const line = await storage.failed;
  if (ending.signal.aborted) return;
  process.stderr.write(`parley: the database stopped: ${line}\n`);
  await stop(1);
};

main().catch((error: Error) => fail(error.message));
