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
import { webClient } from "../adapters/web/web-client";
import { pruneAuditLog } from "../application/audit/prune-audit-log";
import { markQuietChannels } from "../application/channels/mark-quiet-channels";
import { extendLogs } from "../application/events/extend-logs";
import { settleLocalQueues } from "../application/events/settle-local-queues";
import { sweep } from "../application/events/sweep";
import { releaseIdleRealms } from "../application/held-realms/release-idle-realms";
import { rerenderMessages } from "../application/messages/rerender-messages";
import { announceUpdates } from "../application/realm/announce-updates";
import { archiveExpiredMessages } from "../application/retention/archive-expired-messages";
import { endUnfinishedUploads } from "../application/uploads/end-unfinished-uploads";
import { removeOrphans } from "../application/uploads/remove-orphans";
import { removeStrays } from "../application/uploads/remove-strays";
import type { Config } from "../config/config";
import { millisecondsIn } from "../domain/units/time";
import { processCount } from "./adapters/process-count";
import type { Storage } from "./adapters/storage";
import type { Application } from "./compose";
import { giveMemoryBack } from "./lifecycle/give-memory-back";
import { type Service, service } from "./lifecycle/lifecycle";
import { recurring } from "./lifecycle/recurring";
import type { Services } from "./open-services";
import { clockComparison } from "./services/clock-comparison";
import { createRealmFromConfig } from "./services/first-realm";
import { gaugeJobs } from "./services/gauges";
import { type Entrance, httpServices } from "./services/http-services";
import { isOfServer, watchOtherNodes } from "./services/other-nodes";
import type { SiteAddress } from "./services/site-address";

const { second, hour, day } = millisecondsIn;

interface ServerDependencies {
  readonly config: Config;
  readonly storage: Storage;
  readonly application: Application;
  readonly site: SiteAddress;
  /** The folder of the built web client. */
  readonly webFolder: string;
  readonly logger: Logger;
  readonly onError: (error: unknown) => void;
  /** Where its connections come from; by default its own port. */
  readonly entrance?: Entrance;
  /** The process that started this server; by default this one. */
  readonly serverPid?: number;
  /** Whether it logs what is wrong with other nodes; by default it does. */
  readonly warnsOfOthers?: boolean;
}

/**
 * Everything that a server starts, in this order, and stops in reverse: it closes its port, ends polls,
 * finishes requests, finishes jobs, and closes the database.
 */
export const serverServices = (dependencies: ServerDependencies): readonly Service[] => {
  const { config, storage, application, site, logger, onError } = dependencies;
  const { services, renderer } = application;
  const answering = config.role === "jobs" ? healthServer : requestHandler(dependencies);
  const http = httpServices(config, site, (isDraining) => answering(healthOf(dependencies, isDraining)), {
    entrance: dependencies.entrance,
    connected: () => services.liveQueues.giveWay(),
  });
  const jobs = service("jobs", {
    start: async () => services.jobRunner.start(),
    stop: () => services.jobRunner.stop(config.drainSeconds * second),
    stopsWithin: config.drainSeconds * second + 5 * second,
  });
  return [
    storage,
    ...application.commonServices,
    watchOtherNodes(config, {
      db: storage.db,
      clock: systemClock,
      isSameServer: isOfServer(dependencies.serverPid ?? process.pid),
      warn: (line) => {
        if (dependencies.warnsOfOthers ?? true) logger.warn(line);
      },
      onError,
    }),
    ...clockComparison(application.clockWatch, onError),
    service("first organization", {
      start: (ending) => createRealmFromConfig(services, config, ending),
    }),
    service("rendering", { stop: () => renderer.close() }),
    ...(config.role === "web" ? [] : [jobs]),
    http.requests,
    service("event queues", { stop: () => services.liveQueues.close() }),
    http.port,
    ...recurringWork(application, onError, config.role === "web" ? webWork : allWork),
    ...jobGauges(dependencies),
    giveMemoryBack(),
  ];
};

interface Work {
  readonly name: string;
  readonly work: (services: Services) => (stopping: AbortSignal) => Promise<void>;
  readonly every: number;
  /** Whether the first run starts immediately. */
  readonly atOnce: boolean;
  /** Whether it removes or changes what is old by the clock, which must be right then. */
  readonly isByAge: boolean;
}

const releaseIdle: Work = {
  name: "releasing idle realms",
  work: releaseIdleRealms,
  every: 60 * second,
  atOnce: false,
  isByAge: false,
};

const extendShortLogs: Work = {
  name: "extending logs that are short of event ids",
  work: extendLogs,
  every: 5 * second,
  atOnce: false,
  isByAge: false,
};

/** Periodic work of a process on its own memory. */
const webWork: readonly Work[] = [
  releaseIdle,
  extendShortLogs,
  {
    name: "saving queues and presence",
    work: settleLocalQueues,
    every: 60 * second,
    atOnce: false,
    isByAge: false,
  },
];

/** Periodic work of a process, including work that only has to be done somewhere in the installation. */
const allWork: readonly Work[] = [
  releaseIdle,
  extendShortLogs,
  { name: "sweeping event queues", work: sweep, every: 60 * second, atOnce: false, isByAge: true },
  { name: "rendering old messages", work: rerenderMessages, every: hour, atOnce: true, isByAge: false },
  { name: "retention", work: archiveExpiredMessages, every: hour, atOnce: true, isByAge: true },
  { name: "announcing server updates", work: announceUpdates, every: hour, atOnce: true, isByAge: true },
  { name: "marking quiet channels", work: markQuietChannels, every: day, atOnce: true, isByAge: true },
  { name: "pruning the audit log", work: pruneAuditLog, every: hour, atOnce: true, isByAge: true },
  { name: "removing orphaned files", work: removeOrphans, every: hour, atOnce: true, isByAge: true },
  { name: "ending unfinished uploads", work: endUnfinishedUploads, every: hour, atOnce: true, isByAge: true },
  { name: "removing stray files", work: removeStrays, every: day, atOnce: true, isByAge: true },
];

const recurringWork = (
  { patientServices, clockWatch }: Pick<Application, "patientServices" | "clockWatch">,
  onError: ServerDependencies["onError"],
  works: readonly Work[],
): readonly Service[] =>
  works.map(({ name, work, every, atOnce, isByAge }) => {
    const run = work(patientServices);
    const runOnceRight = async (stopping: AbortSignal): Promise<void> => {
      await clockWatch.untilRight(stopping);
      if (!stopping.aborted) await run(stopping);
    };
    return recurring(name, isByAge ? runOnceRight : run, { everyMilliseconds: every, atOnce, onError });
  });

/** Nobody reads the gauges without a port for them. */
const jobGauges = ({ config, application, onError }: ServerDependencies): readonly Service[] => {
  const { deadLetters, metrics } = application.patientServices;
  return config.metricsPort === undefined ? [] : [gaugeJobs({ deadLetters, metrics, onError })];
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
