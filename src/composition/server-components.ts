import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import { costLimits, readingLimits } from "../adapters/http/declaration/cost-limits";
import type { Health } from "../adapters/http/health";
import { healthServer } from "../adapters/http/health-server";
import { httpServer } from "../adapters/http/server";
import { browserSide } from "../adapters/pages/browser-side";
import { requireWritable } from "../adapters/persistence/knex/database/require-writable";
import { systemClock } from "../adapters/system/clock";
import { fullDiskProblem } from "../adapters/system/full-disk";
import type { Bus } from "../adapters/wakeup/bus";
import { webClient } from "../adapters/web/web-client";
import type { Config } from "../config/config";
import { millisecondsIn } from "../domain/units/time";
import { processCount } from "./adapters/process-count";
import type { Storage } from "./adapters/storage";
import { clockComparison } from "./components/clock-comparison";
import { watchHistory } from "./components/database-history";
import { createRealmFromConfig } from "./components/first-realm";
import { type Entrance, httpComponents } from "./components/http-components";
import { jobWatches } from "./components/job-watches";
import type { MailOfOthers } from "./components/mail-of-others";
import { isOfServer, watchOtherNodes } from "./components/other-nodes";
import type { SiteAddress } from "./components/site-address";
import type { Application } from "./compose";
import { giveMemoryBack } from "./lifecycle/give-memory-back";
import { type Component, component } from "./lifecycle/lifecycle";
import { recurringWork } from "./recurring-work";

const { second } = millisecondsIn;

/** What sets a worker apart, one of several processes of a server. */
export interface WorkerPlace {
  /** The bus to other processes, if it isn't the configured one. */
  readonly bus: Bus | undefined;
  /** Where its connections come from. */
  readonly entrance: Entrance;
  /** The process that started the server. */
  readonly serverPid: number;
  /** Whether it logs what is wrong with other nodes. */
  readonly warnsOfOthers: boolean;
}

interface ServerDependencies {
  readonly config: Config;
  readonly storage: Storage;
  readonly application: Application;
  readonly mailOfOthers?: MailOfOthers | undefined;
  readonly site: SiteAddress;
  /** The folder of the built web client. */
  readonly webFolder: string;
  readonly logger: Logger;
  readonly onError: (error: unknown) => void;
  /** Absent in the only process of a server. */
  readonly worker?: WorkerPlace | undefined;
}

/**
 * Everything that a server starts, in this order, and stops in reverse: it closes its port, ends polls,
 * finishes requests, finishes jobs, and closes the database.
 */
export const serverComponents = (dependencies: ServerDependencies): readonly Component[] => {
  const { config, storage, application, mailOfOthers, site, logger, onError, worker } = dependencies;
  const { services, renderer } = application;
  const answering = config.role === "jobs" ? healthServer : requestHandler(dependencies);
  const http = httpComponents(config, site, (isDraining) => answering(healthOf(dependencies, isDraining)), {
    entrance: worker?.entrance,
    connected: () => services.liveQueues.giveWay(),
  });
  const jobs = component("jobs", {
    start: async () => services.jobRunner.start(),
    stop: () => services.jobRunner.stop(config.drainSeconds * second),
    stopsWithin: config.drainSeconds * second + 5 * second,
  });
  return [
    storage,
    ...application.commonComponents,
    watchOtherNodes(config, {
      db: storage.db,
      clock: systemClock,
      isSameServer: isOfServer(worker?.serverPid ?? process.pid),
      othersSendMail: (isSent) => mailOfOthers?.note(isSent),
      warn: (line) => {
        if (worker?.warnsOfOthers ?? true) logger.error(line);
      },
      onError,
    }),
    ...clockComparison(application.clockWatch, onError),
    // The primary process watches it for its workers.
    ...(worker === undefined ? watchHistory(config, storage.db, (line) => logger.warn(line), onError) : []),
    component("first organization", {
      start: (ending) => createRealmFromConfig(services, config, ending),
    }),
    component("rendering", { stop: () => renderer.close() }),
    ...(config.role === "web" ? [] : [jobs]),
    http.requests,
    component("event queues", { stop: () => services.liveQueues.close() }),
    http.port,
    ...recurringWork(application, config.role, onError),
    ...watchesOfJobs(dependencies),
    giveMemoryBack(),
  ];
};

/** The primary process watches them for its workers. */
const watchesOfJobs = ({ config, storage, application, worker, logger, onError }: ServerDependencies) => {
  const { deadLetters, metrics } = application.patientServices;
  const warn = (line: string): void => logger.warn(line);
  return worker === undefined
    ? jobWatches(config, { db: storage.db, deadLetters, metrics, clock: systemClock, warn, onError })
    : [];
};

/** A process that misses five comparisons of heads counts as stale. */
const longestStale = 15 * second;

const healthOf = (
  { config, storage, application }: ServerDependencies,
  isDraining: () => boolean,
): Health => ({
  askDatabase: () => requireWritable(storage.db),
  unfitness: async () => {
    if (isDraining()) return "The server is shutting down.";
    if (application.staleFor() > longestStale)
      return "The server isn't receiving changes from other processes.";
    const keepsNothing = config.databaseUrl !== undefined && config.storage === "s3";
    return keepsNothing ? undefined : fullDiskProblem(config.dataDir);
  },
});

/** Answers all requests. */
const requestHandler =
  ({ config, application, site, webFolder, logger }: ServerDependencies) =>
  (health: Health): RequestListener => {
    const { services, emoji, capturedMails, linkTokens, signOn } = application;
    const url = site.url();
    const browsers = browserSide(services, { siteUrl: url, capturedMails, linkTokens, signOn });
    return httpServer(services, {
      emoji,
      browsers,
      web: webClient({ ...browsers, folder: webFolder }),
      server: {
        url,
        isDevelopment: config.mode === "development",
        signOnName: signOn?.displayName,
        startedAt: services.run.startedAt,
        uploads: { fileMib: config.maxUploadMib, realmMib: config.uploadQuotaMib ?? null },
        webhookTokenOf: services.apiKeys.webhookTokenOf,
        sendsPush: services.pushRelay.services.length > 0,
        summarizes: services.summarizer !== undefined,
        gifKeys: {
          giphy: config.giphyKey ?? "",
          tenor: config.tenorKey ?? "",
          klipy: config.klipyKey ?? "",
        },
        offeredLogins: services.offeredLogins,
      },
      costs: { ...costLimits, reading: readingLimits(config.databasePoolSize) },
      limit: { callsPerMinute: config.callsPerMinute, otherNodes: application.otherNodes },
      trustedProxies: config.trustedProxies,
      // Proxies spread a network's requests over all processes.
      connectionsPerNetwork: Math.ceil(config.connectionsPerNetwork / processCount(config)),
      ...health,
      logger,
      ...(config.metricsPort !== undefined && { metrics: services.metrics }),
      ...(services.tracing.isOn && { tracing: services.tracing }),
    });
  };
