import type { Logger } from "pino";
import { systemClock } from "../adapters/system/clock";
import type { Metrics } from "../application/ports/system/metrics";
import type { Config } from "../config/config";
import type { ServerRun } from "../domain/realm/server-run";
import type { Storage } from "./adapters/storage";
import { builtClient } from "./components/built-client";
import { MailOfOthers } from "./components/mail-of-others";
import { siteAddress } from "./components/site-address";
import { openTraces } from "./components/traces";
import { compose } from "./compose";
import { type Component, startAll } from "./lifecycle/lifecycle";
import { serverComponents, type WorkerPlace } from "./server-components";

interface Options {
  readonly storage: Storage;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly onError: (error: unknown) => void;
  readonly run: ServerRun;
  /** Starts before everything else, and stops after it. */
  readonly first: Component;
  /** Absent in the only process of a server. */
  readonly worker?: WorkerPlace;
}

/** Starts every part of a process that serves clients, or stops early when the signal aborts. */
export const startServer = async (
  config: Config,
  { storage, metrics, logger, onError, run, first, worker }: Options,
  ending: AbortSignal,
) => {
  const site = siteAddress(config);
  const { tracing, component: traces } = await openTraces(config);
  // Nobody else uses an embedded database.
  const mailOfOthers = config.databaseUrl === undefined ? undefined : new MailOfOthers(systemClock);
  const application = await compose(config, storage, {
    onError,
    metrics,
    tracing,
    siteUrl: site.url,
    print: (line) => logger.info(line),
    run,
    bus: worker?.bus,
    mailOfOthers,
  });
  const components = serverComponents({
    config,
    storage,
    application,
    mailOfOthers,
    site,
    webFolder: builtClient,
    logger,
    onError,
    worker,
  });
  const running = await startAll(
    [first, traces, ...components],
    (failure) => logger.error(failure, "a service didn't stop"),
    ending,
  );
  return { running, application, site };
};
