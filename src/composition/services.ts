import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import { httpServer } from "../adapters/http/server";
import { browserSide } from "../adapters/pages/browser-side";
import { webClient } from "../adapters/web/web-client";
import { pruneAuditLog } from "../application/audit/prune-audit-log";
import { markQuietChannels } from "../application/channels/mark-quiet-channels";
import { sweep } from "../application/events/sweep";
import { rerenderMessages } from "../application/messages/rerender-messages";
import { releaseIdleRealms } from "../application/release-idle-realms";
import { archiveExpired } from "../application/retention/archive-expired";
import { removeOrphans } from "../application/uploads/remove-orphans";
import { removeStrays } from "../application/uploads/remove-strays";
import type { Config } from "../config/config";
import { foundFirstRealm } from "../first-realm";
import { builtClient } from "./built-client";
import type { Application, Services } from "./compose";
import { httpServices } from "./http-services";
import { type Service, service } from "./lifecycle";
import { recurring } from "./recurring";
import type { SiteAddress } from "./site-address";
import type { Storage } from "./storage";

const second = 1000;
const hour = 3_600_000;

interface Process {
  readonly config: Config;
  readonly storage: Storage;
  readonly application: Application;
  readonly site: SiteAddress;
  readonly logger: Logger;
  readonly onError: (error: unknown) => void;
}

/** Everything that a server starts, in this order, and stops in the reverse. */
export const serverServices = (given: Process): readonly Service[] => {
  const { config, storage, application, site, onError } = given;
  const { services, renderer } = application;
  const http = httpServices(config, site, () => requestHandler(given));
  return [
    storage,
    ...application.parts,
    service("first organization", {
      start: (ending) => foundFirstRealm(services, config, ending),
    }),
    service("rendering", { start: async () => renderer.start(), stop: () => renderer.close() }),
    service("jobs", {
      start: async () => services.jobRunner.start(),
      stop: () => services.jobRunner.stop(),
    }),
    http.requests,
    service("event queues", { stop: () => services.liveQueues.close() }),
    http.port,
    ...backgroundWork(application.patientServices, onError),
  ];
};

/** What is to be done now and then, and whether for the first time at once. */
const backgroundWork = (services: Services, onError: Process["onError"]): readonly Service[] =>
  [
    { name: "realms out of use", work: releaseIdleRealms, every: 60 * second, atOnce: false },
    { name: "sweep of event queues", work: sweep, every: 60 * second, atOnce: false },
    { name: "rendering anew", work: rerenderMessages, every: hour, atOnce: true },
    { name: "retention", work: archiveExpired, every: hour, atOnce: true },
    { name: "quiet channels", work: markQuietChannels, every: 24 * hour, atOnce: true },
    { name: "audit log", work: pruneAuditLog, every: hour, atOnce: true },
    { name: "orphaned files", work: removeOrphans, every: hour, atOnce: true },
    { name: "stray files", work: removeStrays, every: 24 * hour, atOnce: true },
  ].map(({ name, work, every, atOnce }) =>
    recurring(name, work(services), { everyMilliseconds: every, atOnce, onError }),
  );

/** Answers all requests. */
const requestHandler = ({ config, storage, application, site, logger }: Process): RequestListener => {
  const { services, emoji, keptMails, linkTokens, signOn } = application;
  const url = site.url();
  const browsers = browserSide(services, { siteUrl: url, keptMails, linkTokens, signOn });
  return httpServer(services, {
    emoji,
    browsers,
    web: webClient({ ...browsers, folder: builtClient }),
    server: {
      url,
      isDevelopment: config.mode === "development",
      summarizes: services.summarizer !== undefined,
      offeredLogins: services.offeredLogins,
      signOnName: signOn?.displayName,
      startedAt: services.run.startedAt,
      uploads: { fileMib: config.maxUploadMib, realmMib: config.uploadQuotaMib ?? null },
      webhookTokenOf: services.apiKeys.webhookTokenOf,
      sendsPush: services.pushRelay.services.length > 0,
    },
    limit: { callsPerMinute: config.callsPerMinute },
    trustedProxies: config.trustedProxies,
    connectionsPerNetwork: config.connectionsPerNetwork,
    askDatabase: async () => storage.db.raw("SELECT 1"),
    logger,
    ...(config.metricsPort !== undefined && { metrics: services.metrics }),
  });
};
