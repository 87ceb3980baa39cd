import * as E from "fp-ts/Either";
import { noMetrics } from "../../adapters/metrics/no-metrics";
import { prometheusMetrics } from "../../adapters/metrics/prometheus-metrics";
import { knexDeadLetters } from "../../adapters/persistence/knex/jobs/dead-letters";
import { systemClock } from "../../adapters/system/clock";
import { postgresBus } from "../../adapters/wakeup/postgres-bus";
import { ProcessRelay } from "../../adapters/wakeup/process-relay";
import { ReconnectingConnection } from "../../adapters/wakeup/reconnecting-connection";
import type { Config } from "../../config/config";
import { messageOf } from "../../domain/codec/caught";
import { type Storage, storageOf } from "../adapters/storage";
import { usesRelay } from "../adapters/wakeup";
import { startNow } from "../components/built-client";
import { watchHistory } from "../components/database-history";
import { jobWatches } from "../components/job-watches";
import type { Log } from "../components/log";
import { exposedMetrics } from "../components/metrics";
import { outagesOf } from "../components/outages";
import { siteAddress } from "../components/site-address";
import { type Component, component, startAll } from "../lifecycle/lifecycle";
import type { ToPrimary } from "./messages";
import { SharedPort } from "./shared-port";
import { Supervisor } from "./supervisor";
import { WorkerMetrics } from "./worker-metrics";
import { WorkerProcess } from "./worker-process";
import { WorkerWatch } from "./worker-watch";

interface Options extends Log {
  /** How many workers serve clients. */
  readonly count: number;
}

/**
 * Starts the database, and workers that share the port. This process serves nobody: it passes on connections and
 * wake-ups, and replaces workers that end.
 */
export const startPrimary = async (
  config: Config,
  { count, logger, onError }: Options,
  ending: AbortSignal,
) => {
  const site = siteAddress(config);
  const storage = storageOf(config, {
    log: (line) => logger.debug({ postgres: line }),
    warn: (line) => logger.warn(line),
    mayUseRunningServer: false,
    processes: count,
  });
  const relay = new ProcessRelay();
  const port = new SharedPort(config);
  const own = config.metricsPort === undefined ? undefined : prometheusMetrics();
  const metrics = own && new WorkerMetrics(own);
  const watch = new WorkerWatch((line) => logger.error(line));
  const run = startNow();
  let isFirst = true;

  /** If there is no port, the worker doesn't start, for the same reason. */
  const openPort = async (): Promise<E.Either<string, number>> => {
    try {
      const taken = await port.listen();
      site.takePort(taken);
      return E.right(taken);
    } catch (error) {
      return E.left(messageOf(error));
    }
  };

  const startWorker = (number: number) => {
    const worker = new WorkerProcess();
    // Failures are ignored: a worker's end is noticed anyway.
    const send = (...args: Parameters<WorkerProcess["send"]>): void => {
      worker.send(...args).catch(() => undefined);
    };
    const member = relay.join((message) => worker.send({ kind: "relay", message }));
    const watched = watch.add({
      number,
      pid: worker.pid,
      ping: () => send({ kind: "ping" }),
      kill: () => worker.kill(),
    });
    const measured = metrics?.add((request) => worker.send({ kind: "measure", request }));
    let taker: ReturnType<SharedPort["add"]> | undefined;
    worker.onMessage((message: ToPrimary) => {
      switch (message.kind) {
        case "asks for port":
          return void openPort().then((taken) => send({ kind: "port", port: taken }));
        case "opens":
          taker = port.add((id, socket) => send({ kind: "connection", id }, socket));
          return;
        case "took":
          return taker?.confirmTaken();
        case "ended":
          return taker?.ended(message.ids);
        case "relay":
          return member.receive(message.message);
        case "measured":
          return measured?.answered(message.request, message.measured);
        case "pong":
          return watched.answered();
        case "ready":
        case "failed":
          return;
      }
    });
    void worker.ended.then(() => {
      measured?.leave();
      watched.leave();
      taker?.leave();
      member.leave();
    });
    send({
      kind: "begin",
      beginning: { connection: storage.connection(), number, run, printsFirstSteps: isFirst },
    });
    isFirst = false;
    return {
      pid: worker.pid,
      ended: worker.ended,
      onMessage: (listener: (message: ToPrimary) => void) => worker.onMessage(listener),
      stop: () => send({ kind: "stop" }),
      kill: () => worker.kill(),
    };
  };

  const running = await startAll(
    [
      ...(metrics ? [exposedMetrics(config, metrics, { log: (line) => logger.info(line), onError })] : []),
      storage,
      ...(usesRelay(config) ? [listenToCommands(storage, relay, onError)] : []),
      ...watchHistory(config, storage.db, (line) => logger.warn(line), onError),
      ...jobWatches(config, {
        db: storage.db,
        deadLetters: knexDeadLetters(storage.db),
        metrics: own ?? noMetrics,
        clock: systemClock,
        warn: (line) => logger.warn(line),
        onError,
      }),
      component("watch over workers", {
        start: async () => watch.start(),
        stop: async () => watch.stop(),
      }),
      workersService(config, port, { count, start: startWorker, log: (line) => logger.error(line) }),
    ],
    (failure) => logger.error(failure, "a service didn't stop"),
    ending,
  );
  return { running, storage, site };
};

/** Commands that run next to the server announce their changes over the database. */
const listenToCommands = (
  storage: Storage,
  relay: ProcessRelay,
  onError: (error: unknown) => void,
): Component => {
  const bus = postgresBus(storage.db, storage.connection);
  const onOutage = outagesOf("news of commands", { clock: systemClock, onError });
  const connection = new ReconnectingConnection({
    onError: onOutage,
    connected: () => {},
    connect: () => bus.connect((payload) => relay.passToAll(payload), onOutage),
  });
  return component("news of commands", {
    start: () => connection.open(),
    stop: () => connection.close(),
  });
};

/** Milliseconds that a worker needs to stop its other parts. */
const otherParts = 20_000;

const workersService = (
  { drainSeconds }: Config,
  port: SharedPort,
  options: Omit<ConstructorParameters<typeof Supervisor>[0], "stopsWithin">,
): Component => {
  const stopsWithin = 2 * drainSeconds * 1000 + otherParts;
  const supervisor = new Supervisor({ ...options, stopsWithin });
  const stop = async (): Promise<void> => {
    await port.close();
    const left = await supervisor.stop();
    if (left.length > 0) throw new Error(left.join(", "));
  };
  return component("workers", {
    stopsWithin: stopsWithin + 5000,
    start: async (ending) => {
      // The first worker may serve already. Its start rejects once the workers have ended.
      const end = (): void => void stop().catch(() => undefined);
      ending?.addEventListener("abort", end);
      try {
        await supervisor.start();
      } catch (error) {
        await stop().catch(() => undefined);
        throw error;
      } finally {
        ending?.removeEventListener("abort", end);
      }
    },
    stop,
  });
};
