import * as E from "fp-ts/Either";
import { noMetrics } from "./adapters/metrics/no-metrics";
import { prometheusMetrics } from "./adapters/metrics/prometheus-metrics";
import { relayedBus } from "./adapters/wakeup/relayed-bus";
import { nameOfServer } from "./composition/adapters/server-name";
import { startedStorage } from "./composition/adapters/storage";
import { usesRelay } from "./composition/adapters/wakeup";
import { showFirstSteps } from "./composition/components/first-realm";
import { logWarnings, openLog } from "./composition/components/log";
import { component } from "./composition/lifecycle/lifecycle";
import type { WorkerStart } from "./composition/processes/messages";
import { passedConnections } from "./composition/processes/passed-connections";
import { lineOf, relayLineOf } from "./composition/processes/primary-line";
import { startServer } from "./composition/start-server";
import { readConfig } from "./config/config";

const line = lineOf(process);

/** Answers the primary process, which kills a worker that doesn't. */
const answerPings = (): void => {
  line.onMessage((message) => {
    // If the primary has ended, so does this process.
    if (message.kind === "ping") line.send({ kind: "pong" }).catch(() => undefined);
  });
};

/** Starts everything a single process would, except the database, the port and the metrics port. */
const start = async ({ connection, number, run }: WorkerStart, ending: AbortSignal) => {
  const read = readConfig(process.env);
  if (E.isLeft(read)) throw new Error(read.left);
  const config = read.right;
  const { logger, onError } = openLog(config);
  logWarnings(logger);
  const figures = config.metricsPort === undefined ? undefined : prometheusMetrics();
  line.onMessage((message) => {
    if (message.kind !== "measure" || figures === undefined) return;
    const { request } = message;
    figures
      .measured()
      .then((measured) => line.send({ kind: "measured", request, measured }))
      .catch(onError);
  });
  const server = await startServer(
    config,
    {
      storage: startedStorage(config, connection, nameOfServer(config, process.ppid)),
      metrics: figures ?? noMetrics,
      logger,
      onError,
      run,
      first: component("metrics", {}),
      worker: {
        bus: usesRelay(config) ? relayedBus(relayLineOf(line)) : undefined,
        entrance: passedConnections(line, onError),
        serverPid: process.ppid,
        // Each worker keeps its name visible, but it is enough if one warns.
        warnsOfOthers: number === 1,
      },
    },
    ending,
  );
  return { ...server, config };
};

const main = async (): Promise<void> => {
  // The primary process gets these signals, too, and decides.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  const ending = new AbortController();
  answerPings();
  const begun = line.next("begin");
  const started = begun.then(({ beginning }) => start(beginning, ending.signal));

  const stop = async (): Promise<void> => {
    if (ending.signal.aborted) return;
    ending.abort();
    const { running } = await started;
    const left = await running.stop();
    if (left.length > 0) process.stderr.write(`parley: a worker didn't stop cleanly: ${left.join(", ")}\n`);
    process.exit(left.length > 0 ? 1 : 0);
  };
  // It may come right after the start message, if this process was slow to load.
  line.onMessage((message) => {
    // `main` reports a failed start.
    if (message.kind === "stop") stop().catch(() => undefined);
  });

  const { beginning } = await begun;
  const { application, site, config } = await started;
  if (ending.signal.aborted) return;
  if (beginning.printsFirstSteps) await showFirstSteps(application.services, config, site.url());
  await line.send({ kind: "ready" });
};

main().catch(async (error: Error) => {
  await line.send({ kind: "failed", line: error.message }).catch(() => undefined);
  process.exit(1);
});
